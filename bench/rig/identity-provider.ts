import { once } from 'node:events'
import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

/** Stored in the owners' memberships, so it must be the same in every run. */
export const issuer = 'https://identity.bench.test'
export const publicUrl = 'https://commerce.bench.test'

export type IdentityProvider = {
  /** The value of `IDENTITY_PROVIDERS`. */
  variable: string
  token: (subject: string) => Promise<string>
  close: () => Promise<void>
}

/** Publishes a key and signs the tokens of the stores' owners with it. */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const kid = 'bench-1'
  const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'ES256' }] })
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(keys)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the key server has no port')
  const provider = {
    preset: 'oidc',
    trust_email: true,
    issuer,
    audience: [publicUrl],
    jwks_uri: `http://127.0.0.1:${address.port}/jwks`,
    algorithms: ['ES256'],
  }
  return {
    variable: JSON.stringify([provider]),
    token: (subject) =>
      new SignJWT({ sub: subject, iss: issuer, aud: publicUrl, email: `${subject}@bench.test` })
        .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
        .setIssuedAt()
        .setExpirationTime('12h')
        .sign(privateKey),
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
