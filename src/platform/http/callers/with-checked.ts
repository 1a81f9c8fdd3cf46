import type { Context, Next } from 'hono'
import { SignInNeeded } from '../../auth/sign-in/sign-in-needed.ts'
import { configOf } from '../../configuration/config.ts'
import { ServiceError } from '../../errors/errors.ts'
import type { Caller, Credential } from '../../operation/context.ts'
import type { SessionEnv } from '../app-env.ts'
import { countRefusedToken, limitUnknownToken, rememberToken } from '../limits/limit-tokens.ts'
import { limitCaller } from '../limits/rate-limit.ts'
import { refuseUnknownQuery } from '../routes/validate.ts'
import { callerOf, idempotencyKeyOf, storeIdOf } from './with-session.ts'

type Checked = {
  readonly credential: Extract<Credential, { readonly kind: 'key' | 'web' }>
  /** The SHA-256 of the secret, in hex. */
  readonly hash: string
  /** For a secret that was refused a moment ago. Default: `invalid_token`. */
  readonly refused?: Error
}

/**
 * Sets `c.var.caller` from a secret that only the database can check, which the operation's own batch does. For requests that
 * reach no operation it is checked separately, so that every response requires a valid one. Refused secrets are counted.
 */
export async function withChecked(
  c: Context<SessionEnv>,
  next: Next,
  { credential, hash, refused }: Checked,
): Promise<void> {
  await limitCaller(c, `${credential.kind} ${hash}`)
  await limitUnknownToken(c, hash, refused)
  const caller = callerOf(configOf(c.env), c.get('trace'), credential)
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
}

/** `error` is what the request failed with. */
async function expectValid(c: Context<SessionEnv>, hash: string, caller: Caller, error: unknown): Promise<void> {
  const refused = caller.trace.roundTrips === 0 ? await errorOf(() => check(caller)) : undefined
  const known = refused ?? error
  if (isRefused(known)) await countRefusedToken(c, hash)
  else if (known === undefined || (known instanceof ServiceError && known.code !== 'database_unavailable'))
    rememberToken(c, hash)
  if (refused === undefined) return
  // Otherwise the error's response would get the headers of this one.
  c.res = undefined
  throw refused
}

const isRefused = (error: unknown): boolean =>
  error instanceof SignInNeeded
    ? error.reason === 'signed_out'
    : error instanceof ServiceError && error.code === 'invalid_token'

/** Loaded when needed: most requests reach an operation, which checks the secret itself. */
async function check(caller: Caller): Promise<void> {
  const { expectValidCredential } = await import('../../operation/open-context.ts')
  await expectValidCredential(caller)
}

async function errorOf(work: () => Promise<unknown>): Promise<unknown> {
  try {
    await work()
    return undefined
  } catch (error) {
    return error
  }
}
