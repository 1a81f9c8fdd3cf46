import { createMiddleware } from 'hono/factory'
import { readBearer } from '../../auth/session/bearer.ts'
import { verifySession } from '../../auth/session/session.ts'
import { SessionRefused } from '../../auth/session/session-refused.ts'
import { createSigningKeys, type SigningKeys } from '../../auth/session/signing-keys.ts'
import type { Caller, Credential, Trace } from '../../operation/context.ts'
import { ServiceError, storeNotFound } from '../../errors/errors.ts'
import { type IdempotencyKey, newIdempotencyKey } from '../../operation/idempotency-key.ts'
import { isId } from '../../values/ids.ts'
import { withoutMarks } from '../../values/pasted.ts'
import { StoreSlug } from '../../values/text.ts'
import type { RequestContext, SessionEnv } from '../app-env.ts'
import { type Config, configOf } from '../../configuration/config.ts'
import { databaseOf } from '../../configuration/database.ts'
import { deploymentOf } from '../../configuration/deployment.ts'
import { log } from '../../configuration/log.ts'
import { limitFailures, limitCaller } from '../limits/rate-limit.ts'
import { refuseUnknownQuery } from '../routes/validate.ts'

/** Requires a valid session and sets `c.var.caller`, which does not compile without withCaller. */
export const withSession = createMiddleware<SessionEnv>(async (c, next) => {
  const config = configOf(c.env)
  const { issuer, subject, email, name, emailVerified } = await sessionOf(c, config)
  await limitCaller(c, `${issuer} ${subject}`)
  c.set('caller', {
    ...callerOf(config, c.get('trace'), {
      kind: 'session',
      issuer,
      subject,
      email: email ?? null,
      name: name ?? null,
      emailVerified,
    }),
    storeId: storeIdOf(c),
    idempotencyKey: idempotencyKeyOf(c.req.header('Idempotency-Key')),
  })
  refuseUnknownQuery(c)
  await next()
})

/** A caller with a new idempotency key and no selected store. */
export function callerOf(config: Config, trace: Trace, credential: Credential): Caller {
  trace.callerKind = credential.kind
  return {
    credential,
    storeId: null,
    idempotencyKey: newIdempotencyKey(),
    source: 'api',
    database: databaseOf(config),
    deployment: deploymentOf(config),
    trace,
  }
}

async function sessionOf(c: RequestContext, config: Config) {
  const bearer = readBearer(c.req.header('Authorization'))
  if ('refused' in bearer) {
    await limitFailures(c)
    if (bearer.refused === 'missing')
      throw new ServiceError(
        'unauthenticated',
        'Send a session token or an API key in the Authorization header: Bearer <token>.',
      )
    throw new ServiceError('invalid_token', 'The Authorization header must contain exactly one Bearer token.')
  }
  try {
    return await verifySession(bearer.token, {
      providers: config.providers,
      keys: signingKeysOf(config.jwksEpoch),
      now: () => new Date(),
      waitUntil: (work) => c.executionCtx.waitUntil(work),
    })
  } catch (error) {
    if (!(error instanceof SessionRefused)) throw error
    c.var.trace.tokenRefused = error.reason
    await limitFailures(c)
    throw new ServiceError(
      error.code,
      error.code === 'token_expired'
        ? 'The session token has expired. Get a new one from the identity provider.'
        : 'The session token is invalid. Sign in again and send the new token.',
    )
  }
}

// Public data only, so the isolate may keep it.
const signingKeys = new Map<string, SigningKeys>()

function signingKeysOf(epoch: string): SigningKeys {
  const keys =
    signingKeys.get(epoch) ??
    createSigningKeys({ epoch, report: (failure) => log('warn', 'signing keys could not be fetched', failure) })
  signingKeys.set(epoch, keys)
  return keys
}

export function storeIdOf(c: RequestContext): string | null {
  const header = c.req.header('X-Store-Id')
  if (header === undefined) return null
  const name = withoutMarks(header).toLowerCase()
  if (!isId(name) && !StoreSlug.safeParse(name).success) throw storeNotFound()
  return (c.var.trace.store = name)
}

/** Accepts the key bare, or quoted as in draft-ietf-httpapi-idempotency-key-header. */
export function idempotencyKeyOf(header: string | undefined): IdempotencyKey {
  if (header === undefined) return newIdempotencyKey()
  const value = /^"(.*)"$/.exec(header)?.[1] ?? header
  if (!/^[\x21-\x7e]{1,255}$/.test(value))
    throw new ServiceError(
      'invalid_idempotency_key',
      'Idempotency-Key must be 1 to 255 visible ASCII characters without spaces, such as a UUID.',
    )
  return { value, isFromCaller: true }
}
