import { createMiddleware } from 'hono/factory'
import { readBearer } from '../../auth/session/bearer.ts'
import { hashToken, isToken, kindOf } from '../../auth/tokens/format.ts'
import { configOf } from '../../configuration/config.ts'
import { ServiceError } from '../../errors/errors.ts'
import type { Caller } from '../../operation/context.ts'
import type { RequestContext, SessionEnv } from '../app-env.ts'
import { countRefusedToken, limitUnknownToken, rememberToken } from '../limits/limit-tokens.ts'
import { limitCaller, limitFailures } from '../limits/rate-limit.ts'
import { refuseUnknownQuery } from '../routes/validate.ts'
import { callerOf, idempotencyKeyOf, storeIdOf, withSession } from './with-session.ts'

/** The token in the request if it is one of ours, such as an API key; identity providers issue others. */
function ownToken(c: RequestContext): string | undefined {
  const bearer = readBearer(c.req.header('Authorization'))
  return 'token' in bearer && kindOf(bearer.token) !== undefined ? bearer.token : undefined
}

/**
 * Requires an API key and sets `c.var.caller`. The operation's own batch checks the key. For requests that reach no
 * operation, the key is checked separately, so that every response requires a valid key.
 */
const withKey = createMiddleware<SessionEnv>(async (c, next) => {
  const hash = await hashToken(await keyOf(c, ownToken(c) ?? ''))
  await limitCaller(c, `key ${hash}`)
  await limitUnknownToken(c, hash)
  const caller = callerOf(configOf(c.env), c.get('trace'), { kind: 'key', hash })
  let thrown: unknown
  try {
    c.set('caller', {
      ...caller,
      storeId: storeIdOf(c),
      idempotencyKey: idempotencyKeyOf(c.req.header('Idempotency-Key')),
    })
    refuseUnknownQuery(c)
    await next()
  } catch (error) {
    thrown = error
  }
  await expectValid(c, hash, caller, thrown ?? c.error)
  if (thrown !== undefined) throw thrown
})

async function keyOf(c: RequestContext, token: string): Promise<string> {
  if (isToken('key', token)) return token
  await limitFailures(c)
  throw new ServiceError(
    'invalid_token',
    kindOf(token) === 'key'
      ? 'The API key is malformed. Check that it was copied completely.'
      : 'This token works only at /api/mcp and /api/oauth. Use a session token, or an API key, which owners and admins create with POST /api/keys.',
  )
}

/** Loaded when needed: most requests reach an operation, which checks the key itself. */
async function checkKey(caller: Caller): Promise<void> {
  const { expectValidKey } = await import('../../operation/open-context.ts')
  await expectValidKey(caller)
}

/** `error` is what the request failed with. */
async function expectValid(
  c: RequestContext & { res: Response | undefined },
  hash: string,
  caller: Caller,
  error: unknown,
): Promise<void> {
  const refused = caller.trace.roundTrips === 0 ? await errorOf(() => checkKey(caller)) : undefined
  const known = refused ?? error
  if (known instanceof ServiceError && known.code === 'invalid_token') await countRefusedToken(c, hash)
  else if (known === undefined || (known instanceof ServiceError && known.code !== 'database_unavailable'))
    rememberToken(c, hash)
  if (refused === undefined) return
  // Otherwise the error's response would get the headers of this one.
  c.res = undefined
  throw refused
}

async function errorOf(work: () => Promise<unknown>): Promise<unknown> {
  try {
    await work()
    return undefined
  } catch (error) {
    return error
  }
}

/** Requires a session or an API key and sets `c.var.caller`, which does not compile without this middleware. */
export const withCaller = createMiddleware<SessionEnv>((c, next) =>
  ownToken(c) === undefined ? withSession(c, next) : withKey(c, next),
)
