import { neonConfig, NeonDbError } from '@neondatabase/serverless'
import * as z from 'zod'

export type Rows = readonly (readonly (string | null)[])[]

/** Where statements for a connection string go, as the driver would send them. */
export type Endpoint = { readonly url: string; readonly headers: Readonly<Record<string, string>> }

export function endpointOf(connectionString: string): Endpoint {
  // As an http URL: of other schemes, URL does not normalize the host.
  const host = URL.parse(connectionString.replace(/^postgres(ql)?:/, 'http:'))
  if (!host) throw new NeonDbError('invalid connection string')
  const { fetchEndpoint } = neonConfig
  return {
    url:
      typeof fetchEndpoint === 'string' ? fetchEndpoint : fetchEndpoint(host.hostname, host.port, { jwtAuth: false }),
    headers: {
      'Neon-Connection-String': connectionString.replace(/^postgres:/, 'postgresql:'),
      'Neon-Raw-Text-Output': 'true',
      'Neon-Array-Mode': 'true',
    },
  }
}

/**
 * Sends one statement and returns its rows as texts, with the driver's errors. The driver would parse the connection string
 * again for each statement and convert each value by its type, which is most of its cost for a list.
 */
export async function fetchRows(
  { url, headers }: Endpoint,
  query: string,
  params: readonly (string | null)[],
  signal: AbortSignal,
): Promise<Rows> {
  const body = JSON.stringify({ query, params })
  const response = await fetch(url, { method: 'POST', headers, body, signal }).catch((error: unknown) => {
    throw Object.assign(new NeonDbError(`Error connecting to database: ${String(error)}`), { sourceError: error })
  })
  if (!response.ok) throw await errorOf(response)
  const answer = await response.json<{ rows?: Rows } | null>().catch(() => null)
  if (!answer?.rows) throw noAnswer()
  return answer.rows
}

/** Half a reply, or a page of a proxy: like a lost connection, it does not show what the database did. */
const noAnswer = () => new NeonDbError('Error connecting to database: the reply is not from the database')

const Failure = z.object({
  message: z.string(),
  code: z.string().nullish(),
  detail: z.string().nullish(),
  constraint: z.string().nullish(),
})

async function errorOf(response: Response): Promise<NeonDbError> {
  const failure = Failure.safeParse(await response.json().catch(() => null))
  // The message says whether the login was refused.
  if (response.status !== 400)
    return new NeonDbError(`Server error (HTTP status ${response.status}): ${failure.data?.message ?? ''}`)
  if (!failure.success) return noAnswer()
  const { message, code, detail, constraint } = failure.data
  return Object.assign(new NeonDbError(message), {
    code: code ?? undefined,
    detail: detail ?? undefined,
    constraint: constraint ?? undefined,
  })
}
