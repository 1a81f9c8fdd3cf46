import { env } from 'cloudflare:workers'
import { importJWK, SignJWT } from 'jose'
import { z } from 'zod'
import { testAudience, testIssuer, testKeyId } from './test-issuer.ts'

const bindings = z
  .object({
    JWKS_SERVER: z.url(),
    IDENTITY_SIGNING_KEY: z.string(),
    IDENTITY_PROVIDERS: z.string(),
  })
  .parse(env)

const SigningKey = z.looseObject({
  kty: z.literal('EC'),
  crv: z.string(),
  x: z.string(),
  y: z.string(),
  d: z.string(),
})

/** Base URL of the controllable key server (test/support/node/servers/jwks-server.ts). */
export const jwksServer = bindings.JWKS_SERVER

/** The `IDENTITY_PROVIDERS` variable that accepts the tokens of `sessionToken`. */
export const identityProviders = bindings.IDENTITY_PROVIDERS

export { testIssuer }

type SessionTokenOptions = {
  subject: string
  email?: string
  emailVerified?: boolean
  /** Lifetime from now. Negative for an expired token. Default: 3,600. */
  expiresInSeconds?: number
  /** Claims to override or add. */
  claims?: Record<string, unknown>
}

/** A session token, as the identity provider would issue it after sign-in. */
export async function sessionToken(options: SessionTokenOptions): Promise<string> {
  const { subject, email, emailVerified = true, expiresInSeconds = 3_600, claims } = options
  const nowSeconds = Math.floor(Date.now() / 1000)
  const key = await importJWK(SigningKey.parse(JSON.parse(bindings.IDENTITY_SIGNING_KEY)), 'ES256')
  return new SignJWT({
    iss: testIssuer,
    aud: testAudience,
    sub: subject,
    iat: Math.min(nowSeconds, nowSeconds + expiresInSeconds),
    exp: nowSeconds + expiresInSeconds,
    ...(email !== undefined && { email, email_verified: emailVerified }),
    ...claims,
  })
    .setProtectedHeader({ alg: 'ES256', kid: testKeyId, typ: 'JWT' })
    .sign(key)
}
