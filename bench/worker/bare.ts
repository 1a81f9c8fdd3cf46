import { importJWK, jwtVerify } from 'jose'

type Env = { IDENTITY_PROVIDERS: string; DATABASE_URL: string; NEON_FETCH_ENDPOINT: string }
type Provider = { issuer: string; audience: string[]; jwks_uri: string }
type Verifier = Provider & { key: Awaited<ReturnType<typeof importJWK>> }

const query = JSON.stringify({ query: 'select body from bench.stored_text', params: [] })

let verifier: Verifier | undefined

/**
 * The bare limit: what a Worker can do at most that verifies the token and returns a stored text with one fetch. No framework,
 * no tenant context, no rows to map.
 */
export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    if (request.url.endsWith('/healthz')) return Response.json({ status: 'ok' })
    const { key, issuer, audience } = (verifier ??= await readVerifier(env))
    const token = request.headers.get('authorization')?.slice('Bearer '.length) ?? ''
    await jwtVerify(token, key, { issuer, audience, algorithms: ['ES256'] })
    const response = await fetch(env.NEON_FETCH_ENDPOINT, {
      method: 'POST',
      headers: {
        'Neon-Connection-String': env.DATABASE_URL,
        'Neon-Raw-Text-Output': 'true',
        'Neon-Array-Mode': 'true',
      },
      body: query,
    })
    const { rows } = await response.json<{ rows: string[][] }>()
    return new Response(rows[0]?.[0], { headers: { 'content-type': 'application/json' } })
  },
}

async function readVerifier({ IDENTITY_PROVIDERS }: Env): Promise<Verifier> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the bench writes it (bench/rig/identity-provider.ts)
  const [provider] = JSON.parse(IDENTITY_PROVIDERS) as Provider[]
  if (!provider) throw new Error('no identity provider is configured')
  const { keys } = await (await fetch(provider.jwks_uri)).json<{ keys: JsonWebKey[] }>()
  return { ...provider, key: await importJWK(keys[0] ?? {}, 'ES256') }
}
