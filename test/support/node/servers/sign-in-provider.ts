import { text } from 'node:stream/consumers'
import { importJWK, SignJWT } from 'jose'
import { z } from 'zod'
import { testAudience, testKeyId } from '../../callers/test-issuer.ts'
import { listen } from './listen.ts'

const signInClientId = 'merchant-pages'

/** What an authorization code encodes. The test creates it. */
const Code = z.object({
  claims: z.record(z.string(), z.unknown()),
  /** Sign with a key that the provider does not publish. */
  forged: z.boolean().default(false),
  /** Respond with this status instead of tokens. */
  status: z.int().optional(),
  /** The S256 challenge that the verifier must match. */
  challenge: z.string(),
})

const SigningKey = z.looseObject({ kty: z.literal('EC'), crv: z.string(), x: z.string(), y: z.string(), d: z.string() })

/** An OpenID provider for the settings pages. It is stateless: everything is encoded in the code. */
export async function startSignInProvider(signingKey: string) {
  const { d: _d, ...publicKey } = SigningKey.parse(JSON.parse(signingKey))
  const key = await importJWK(SigningKey.parse(JSON.parse(signingKey)), 'ES256')
  const { privateKey: unpublishedKey } = await crypto.subtle.generateKey(
    { name: 'ECDSA', namedCurve: 'P-256' },
    false,
    ['sign', 'verify'],
  )
  const pages: Record<string, () => unknown> = {
    '/.well-known/openid-configuration': () => ({
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      jwks_uri: `${url}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
    }),
    '/jwks': () => ({ keys: [{ ...publicKey, kid: testKeyId, use: 'sig', alg: 'ES256' }] }),
  }

  async function tokens(form: URLSearchParams) {
    const code = Code.safeParse(jsonOf(form.get('code') ?? '')).data
    if (!code || form.get('client_id') !== signInClientId || (await s256(form.get('code_verifier'))) !== code.challenge)
      return { status: 400, body: { error: 'invalid_grant' } }
    if (code.status !== undefined) return { status: code.status, body: { error: 'server_error' } }
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: url, aud: signInClientId, iat: now, exp: now + 300, ...code.claims }
    const idToken = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: testKeyId })
      .sign(code.forged ? unpublishedKey : key)
    return { status: 200, body: { access_token: 'unused', token_type: 'Bearer', expires_in: 300, id_token: idToken } }
  }

  const { url, close } = await listen(async (request, response) => {
    const page = pages[request.url ?? '']
    const answer =
      request.url === '/token'
        ? await tokens(new URLSearchParams(await text(request)))
        : { status: page ? 200 : 404, body: page?.() ?? {} }
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer.body))
  })

  return {
    issuer: url,
    /** An entry of `IDENTITY_PROVIDERS`, so that its session tokens also work for REST. */
    entry: { preset: 'oidc', issuer: url, jwks_uri: `${url}/jwks`, audience: [testAudience], trust_email: true },
    webSignIn: { issuer: url, client_id: signInClientId, allow_insecure: true },
    close,
  }
}

function jsonOf(code: string): unknown {
  try {
    return JSON.parse(Buffer.from(code, 'base64url').toString())
  } catch {
    return undefined
  }
}

async function s256(verifier: string | null): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier ?? ''))
  return Buffer.from(digest).toString('base64url')
}
