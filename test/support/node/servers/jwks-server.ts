import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair } from 'jose'
import { testAudience, testIssuer, testKeyId } from '../../callers/test-issuer.ts'
import { listen } from './listen.ts'

type Answer = {
  status?: number
  body?: string
  /** Base64, instead of `body`, for binary data. */
  body_base64?: string
  /** Sends the body byte by byte, with this many milliseconds in between. */
  drip_ms?: number
  headers?: Record<string, string>
  hang?: boolean
  delay_ms?: number
}
type Page = { answer: Answer; fetches: number }

export type JwksServer = {
  url: string
  /** Bindings for test/support/callers/identity.ts and test/platform/auth. */
  bindings: { JWKS_SERVER: string; IDENTITY_SIGNING_KEY: string; IDENTITY_PROVIDERS: string }
  close: () => Promise<void>
}

async function answerPage({ answer }: Page, response: ServerResponse): Promise<void> {
  if (answer.hang) return
  await new Promise((resolve) => setTimeout(resolve, answer.delay_ms ?? 0))
  response.writeHead(answer.status ?? 200, {
    'content-type': 'application/json',
    ...answer.headers,
  })
  const body = Buffer.from(
    answer.body_base64 ?? answer.body ?? '',
    answer.body_base64 === undefined ? 'utf8' : 'base64',
  )
  if (answer.drip_ms === undefined) return void response.end(body)
  for (const byte of body) {
    if (response.destroyed) return
    response.write(Uint8Array.of(byte))
    await new Promise((resolve) => setTimeout(resolve, answer.drip_ms))
  }
  response.end()
}

/**
 * A key server that tests control over HTTP. `PUT /control/<name>` sets the response of `GET /keys/<name>`, and
 * `GET /control/<name>` returns the number of requests. Also publishes the test issuer's key.
 */
export async function startJwksServer(): Promise<JwksServer> {
  const pages = new Map<string, Page>()
  const { url, close } = await listen(async (request, response) => {
    const [, area, name = ''] = (request.url ?? '').split('/')
    const page = pages.get(name) ?? { answer: { status: 404 }, fetches: 0 }
    pages.set(name, page)
    if (area === 'keys') {
      page.fetches += 1
      await answerPage(page, response)
    } else if (area === 'control') {
      if (request.method === 'PUT') page.answer = JSON.parse(await text(request))
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ fetches: page.fetches }))
    } else response.writeHead(404).end()
  })

  const pair = await generateKeyPair('ES256', { extractable: true })
  const published = {
    ...(await exportJWK(pair.publicKey)),
    kid: testKeyId,
    use: 'sig',
    alg: 'ES256',
  }
  pages.set('merchants', { answer: { body: JSON.stringify({ keys: [published] }) }, fetches: 0 })

  const provider = {
    preset: 'oidc',
    issuer: testIssuer,
    jwks_uri: `${url}/keys/merchants`,
    audience: [testAudience],
    trust_email: true,
  }
  return {
    url,
    bindings: {
      JWKS_SERVER: url,
      IDENTITY_SIGNING_KEY: JSON.stringify(await exportJWK(pair.privateKey)),
      IDENTITY_PROVIDERS: JSON.stringify([provider]),
    },
    close,
  }
}
