import { parseArgs } from 'node:util'

export const usage = `Usage: npm run -s listen -- [options] [types]
Prints the events of a store as they arrive, until you press Ctrl+C.

  types             such as order.created or 'order.*' (default: '*', all)
  --body            also print the body of each event
  --forward <url>   also post each event to this URL, and answer the service as it does
  --user <email>    who registers the endpoint (default: owner@acme.test; others are in dev/stack/identity/users.ts)
  --store <slug>    which store, if the user belongs to several`

export type ListenOptions = {
  readonly types: readonly string[]
  readonly email: string
  readonly store: string | undefined
  readonly showsBody: boolean
  readonly forwardUrl: string | undefined
}

/** The options of the command line. Throws an error that says what is wrong with them. */
export function readOptions(args: readonly string[]): ListenOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      body: { type: 'boolean', default: false },
      forward: { type: 'string' },
      user: { type: 'string', default: 'owner@acme.test' },
      store: { type: 'string' },
    },
  })
  const { body, forward, user, store } = values
  if (forward !== undefined && !/^https?:$/.test(URL.parse(forward)?.protocol ?? ''))
    throw new Error(`--forward must be a URL such as http://127.0.0.1:3000/hook, not ${forward}`)
  const types = positionals.flatMap((text) => text.split(',')).filter((type) => type !== '')
  return {
    types: types.length > 0 ? types : ['*'],
    email: user,
    store,
    showsBody: body,
    forwardUrl: forward,
  }
}
