import { describe, expect, test } from 'vitest'
import { getPendingAuthorization } from '../../../src/areas/connections/get-pending-authorization.ts'
import { readDocument, secondsOf } from '../../../src/protocols/oauth/client-document.ts'
import { externalUrl } from '../../../src/platform/outside/external-url.ts'
import { knownClient } from '../../../src/protocols/oauth/known-clients.ts'
import { jwksServer } from '../../support/callers/identity.ts'
import { database, service } from '../../support/service.ts'
import { expectBody, openShop } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import {
  approve,
  storesVisibleTo,
  authorize,
  handleIn,
  newBrowser,
  person,
  pkce,
  redeem,
  refresh,
  Tokens,
} from './oauth-client.ts'

/** A service with a loopback public URL, which may therefore fetch documents from this machine. */
const local = (tag?: string) => service(tag, { PUBLIC_URL: 'http://127.0.0.1:8787' })

const redirect_uri = 'https://assistant.example/cb'

type Answer = {
  status?: number
  body?: string
  body_base64?: string
  headers?: Record<string, string>
  hang?: boolean
  drip_ms?: number
}

/** A client document on the test server, with control over its responses and a count of its fetches. */
function hostDocument() {
  const name = crypto.randomUUID()
  const client_id = `${jwksServer}/keys/${name}`
  const control = `${jwksServer}/control/${name}`
  return {
    client_id,
    respondWith: (answer: Answer) => fetch(control, { method: 'PUT', body: JSON.stringify(answer) }),
    publish: (document: Record<string, unknown>, headers: Record<string, string> = {}) =>
      fetch(control, {
        method: 'PUT',
        body: JSON.stringify({
          body: JSON.stringify({ client_id, client_name: 'Desk', redirect_uris: [redirect_uri], ...document }),
          headers,
        }),
      }),
    fetches: async () => (await (await fetch(control)).json<{ fetches: number }>()).fetches,
  }
}

const startAuthorization = async (client_id: string, through = local(), more: Record<string, string> = {}) =>
  authorize(
    {
      response_type: 'code',
      client_id,
      redirect_uri,
      code_challenge: (await pkce()).challenge,
      code_challenge_method: 'S256',
      ...more,
    },
    through,
  )

async function expectRefused(client_id: string, detail: string) {
  const answer = await startAuthorization(client_id)
  expect(answer.status).toBe(400)
  expect(answer.headers.get('Location')).toBeNull()
  expect(answer.body).toContain(detail)
}

test('the consent page shows the name in a client document and the host it was fetched from', async () => {
  const page = hostDocument()
  await page.publish({ token_endpoint_auth_method: 'none', logo_uri: 'https://x.example/l.png' })
  const shop = await openShop()
  const request = handleIn(await startAuthorization(page.client_id))
  expect(await getPendingAuthorization(person(shop.owner), { request, browser: newBrowser() })).toMatchObject({
    client: { id: page.client_id, name: 'Desk', kind: 'document', verified: false, host: new URL(jwksServer).host },
  })
})

describe('the name in a client document', () => {
  /** Stores the document as if it had been fetched from any host, and returns what the consent page shows. */
  async function shownClient(client_id: string, name: string, to: string) {
    await asOwner`insert into oauth_clients (client_id, kind, redirect_uris, metadata, expires_at)
      values (${client_id}, 'cimd', ${[to]}, ${JSON.stringify({ client_name: name })}::jsonb, now() + interval '1 hour')
      on conflict (client_id) do update set redirect_uris = excluded.redirect_uris, metadata = excluded.metadata`
    const request = handleIn(await startAuthorization(client_id, service(), { redirect_uri: to }))
    const { client } = await getPendingAuthorization(person((await openShop()).owner), {
      request,
      browser: newBrowser(),
    })
    return { verified: client.verified, imitates: client.imitates }
  }
  const at = (host: string) => `https://${host}/${crypto.randomUUID()}/client.json`

  test('is verified only if the redirect URI is on the host of the document', async () => {
    const verified = { verified: true, imitates: null }
    const not = { verified: false, imitates: null }
    expect(await shownClient(at('desk.shop'), 'Desk', 'https://desk.shop/cb')).toEqual(verified)
    expect(await shownClient(at('desk.shop'), 'Desk', 'https://desk.shop:8443/cb')).toEqual(not)
    expect(await shownClient(at('desk.shop'), 'Desk', 'https://app.desk.shop/cb')).toEqual(not)
    expect(await shownClient(at('desk.shop'), 'Desk', 'https://desk.shop.evil.example/cb')).toEqual(not)
    expect(await shownClient(at('desk.shop'), 'Desk', 'http://127.0.0.1:4711/cb')).toEqual(not)
  })

  test('is flagged as an imitation if it looks like the name of a known vendor', async () => {
    for (const [name, imitates] of [
      ['Claude', 'Anthropic'],
      ['CLAUDE for Shops', 'Anthropic'],
      ['C l a u d e', 'Anthropic'],
      ['Сlаudе', 'Anthropic'],
      ['CIaude', 'Anthropic'],
      ['C1aude', 'Anthropic'],
      ['Clàude', 'Anthropic'],
      ['𝐂𝐥𝐚𝐮𝐝𝐞', 'Anthropic'],
      ['Ｃｌａｕｄｅ', 'Anthropic'],
      ['ᴄʟᴀᴜᴅᴇ', 'Anthropic'],
      ['Chat-GPT', 'OpenAI'],
      ['ChatGΡΤ', 'OpenAI'],
      ['0penAI', 'OpenAI'],
      ['Cursоr', 'Cursor'],
      ['Gernini', 'Google'],
      ['VS Code', 'Microsoft or GitHub'],
    ] as const)
      expect(await shownClient(at('evil.shop'), name, 'https://evil.shop/cb'), name).toEqual({
        verified: false,
        imitates,
      })
  })

  test('is not flagged for redirects to the vendor’s own hosts or to the device', async () => {
    for (const [name, to] of [
      ['Claude', 'https://claude.com/cb'],
      ['Claude Code', 'http://localhost:4711/callback'],
      ['ChatGPT', 'https://sub.openai.com/cb'],
      ['متجر الأمل', 'https://evil.shop/cb'],
      ['Cloud helper', 'https://evil.shop/cb'],
    ] as const)
      expect(await shownClient(at('evil.shop'), name, to), name).toMatchObject({ imitates: null })
    for (const to of ['https://claude.ai.evil.shop/cb', 'https://evilclaude.ai/cb'])
      expect(await shownClient(at('evil.shop'), 'Claude', to), to).toMatchObject({ imitates: 'Anthropic' })
  })
})

test('T43: an assistant with a client document connects, and the document is not fetched again for tokens', async () => {
  const page = hostDocument()
  await page.publish({})
  const shop = await openShop()
  const approved = await approve(shop, { client_id: page.client_id, redirect_uri, through: local() })
  await page.respondWith({ status: 404 })
  const tokens = expectBody(await redeem(approved, {}, { through: local() }), 200, Tokens)
  expect(await storesVisibleTo(tokens.access_token)).toEqual([shop.store.id])
  expectBody(await refresh({ ...approved, ...tokens }, {}, { through: local() }), 200, Tokens)
  expect(await page.fetches()).toBe(1)
})

test('T44: a redirect URI removed from the document is rejected from the next request on', async () => {
  const page = hostDocument()
  await page.publish({ redirect_uris: [redirect_uri, 'https://assistant.example/old'] })
  handleIn(await startAuthorization(page.client_id, local(), { redirect_uri: 'https://assistant.example/old' }))
  await page.publish({})
  const answer = await startAuthorization(page.client_id, local(), { redirect_uri: 'https://assistant.example/old' })
  expect(answer).toMatchObject({ status: 400 })
  expect(answer.body).toContain('redirect_unknown')
})

test('a document is cached as long as its headers allow, and an error never is', async () => {
  const page = hostDocument()
  await page.respondWith({ status: 503 })
  await expectRefused(page.client_id, 'client_document: status')
  await page.publish({}, { 'Cache-Control': 'max-age=60' })
  handleIn(await startAuthorization(page.client_id))
  handleIn(await startAuthorization(page.client_id))
  expect(await page.fetches()).toBe(2)
  await asOwner`update oauth_clients set expires_at = now() where client_id = ${page.client_id}`
  await page.publish({ client_name: 'Desk 2' }, { 'Cache-Control': 'max-age=60' })
  handleIn(await startAuthorization(page.client_id))
  expect(await page.fetches()).toBe(3)
  const [kept] = await asOwner`select kind, metadata from oauth_clients where client_id = ${page.client_id}`
  expect(kept).toEqual({ kind: 'cimd', metadata: { client_name: 'Desk 2' } })
})

test('costs two round trips', async () => {
  const tag = crypto.randomUUID()
  const page = hostDocument()
  await page.publish({})
  handleIn(await startAuthorization(page.client_id, local(tag)))
  expect(await database(tag).seen()).toMatchObject({ requests: 2 })
})

describe('A6, T42: invalid documents are rejected', () => {
  const document = (more: Record<string, unknown>, client_id: string) =>
    JSON.stringify({ client_id, redirect_uris: [redirect_uri], ...more })
  const gzipOfZeros = async () => {
    const packed = new Blob([new Uint8Array(4_000_000).fill(32)]).stream().pipeThrough(new CompressionStream('gzip'))
    return new Uint8Array(await new Response(packed).arrayBuffer()).toBase64()
  }
  const cases: Record<string, [string, (client_id: string) => Answer | Promise<Answer>]> = {
    'a redirect, even to a good document': [
      'redirected',
      () => ({ status: 302, headers: { Location: `${jwksServer}/keys/merchants` } }),
    ],
    'a redirect to the inside': [
      'redirected',
      () => ({ status: 307, headers: { Location: 'http://169.254.169.254/latest/meta-data' } }),
    ],
    'another status': ['status', (id) => ({ status: 201, body: document({}, id) })],
    'not found': ['status', () => ({ status: 404 })],
    'more than 5 KB': ['too_large', (id) => ({ body: document({ padding: 'x'.repeat(6 * 1024) }, id) })],
    'little that unpacks to much': [
      'too_large',
      async () => ({ body_base64: await gzipOfZeros(), headers: { 'Content-Encoding': 'gzip' } }),
    ],
    'another client_id': ['other_client_id', (id) => ({ body: document({}, `${id}/`) })],
    'a shared secret': ['shared_secret', (id) => ({ body: document({ client_secret: 'x' }, id) })],
    'a way to authenticate by a shared secret': [
      'shared_secret',
      (id) => ({ body: document({ token_endpoint_auth_method: 'client_secret_post' }, id) }),
    ],
    'a private key': ['private_key', (id) => ({ body: document({ jwks: { keys: [{ kty: 'EC', d: 'x' }] } }, id) })],
    'a symmetric key': ['private_key', (id) => ({ body: document({ jwks: { keys: [{ kty: 'oct', k: 'x' }] } }, id) })],
    'authentication by a key only': [
      'authentication_method',
      (id) => ({ body: document({ token_endpoint_auth_method: 'private_key_jwt' }, id) }),
    ],
    'not UTF-8': ['not_utf8', () => ({ body_base64: btoa('{"client_id":"\xff\xfe"}') })],
    'an HTML page': [
      'not_json',
      () => ({ body: '<!doctype html><title>x</title>', headers: { 'Content-Type': 'text/html' } }),
    ],
    'an empty body': ['not_json', () => ({ body: '' })],
    'a list': ['malformed', () => ({ body: '[]' })],
    'no redirect URIs': ['no_redirect_uris', (id) => ({ body: document({ redirect_uris: [] }, id) })],
    'only unusable redirect URIs': [
      'no_redirect_uris',
      (id) => ({ body: document({ redirect_uris: ['javascript:x', 7, 'cursor://x/y', 'http://x.example/'] }, id) }),
    ],
  }
  test.for(Object.entries(cases))('%s', async ([, [reason, answer]]) => {
    const page = hostDocument()
    await page.respondWith(await answer(page.client_id))
    await expectRefused(page.client_id, `client_document: ${reason}`)
    const [kept] = await asOwner`select count(*)::int as kept from oauth_clients where client_id = ${page.client_id}`
    expect(kept).toEqual({ kept: 0 })
  })

  test.concurrent('a response that never comes times out', async () => {
    const page = hostDocument()
    await page.respondWith({ hang: true })
    await expectRefused(page.client_id, 'client_document: unreachable')
  })

  test.concurrent('a response that trickles in times out', async () => {
    const page = hostDocument()
    // 400 seconds, which is more than a test may take.
    await page.respondWith({ body: ' '.repeat(4000), drip_ms: 100 })
    await expectRefused(page.client_id, 'client_document: unreachable')
  })

  test('a closed port', async () => {
    await expectRefused('http://127.0.0.1:1/x', 'client_document: unreachable')
  })
})

describe('A6: URLs that are never fetched', () => {
  const refused: Record<string, string> = {
    'http://desk.example/x': 'not_https',
    'ftp://desk.example/x': 'not_https',
    'file:///etc/passwd': 'not_https',
    'data:application/json,{}': 'not_https',
    'https://127.0.0.1/x': 'ip_address',
    'https://0x7f000001/x': 'ip_address',
    'https://2130706433/x': 'ip_address',
    'https://0177.0.0.1/x': 'ip_address',
    'https://127.1/x': 'ip_address',
    'https://[::1]/x': 'ip_address',
    'https://[::ffff:7f00:1]/x': 'ip_address',
    'https://169.254.169.254/x': 'ip_address',
    'https://10.0.0.1/x': 'ip_address',
    'https://8.8.8.8/x': 'ip_address',
    'https://１２７.0.0.1/x': 'ip_address',
    'https://localhost/x': 'local_name',
    'https://LOCALHOST/x': 'local_name',
    'https://localhost./x': 'local_name',
    'https://app.localhost/x': 'local_name',
    'https://x.internal/y': 'local_name',
    'https://metadata.google.internal/y': 'local_name',
    'https://printer.local/y': 'local_name',
    'https://intranet/y': 'local_name',
    'https://1.168.192.in-addr.arpa/y': 'local_name',
    'https://desk.example.com./y': 'local_name',
    'https://us:pw@desk.example.com/x': 'user_info',
    'https://us@desk.example.com/x': 'user_info',
    'https://desk.example.com/x#f': 'fragment',
    'https://desk.example.com/x#': 'fragment',
    'https://desk.example.com/a/../b': 'dot_segments',
    'https://desk.example.com/a/./b': 'dot_segments',
    'https://desk.example.com/a/%2e%2E/b': 'dot_segments',
    'https://desk.example.com/..': 'dot_segments',
    'https://desk.example.com': 'no_path',
    'https://desk.example.com/': 'no_path',
    'https://desk.example.com/?x': 'no_path',
    'https://desk.example.com:8443/x': 'port',
    'https://commerce.test.com:22/x': 'port',
    'https://commerce.shop/x': 'our_own_host',
    'https://api.commerce.shop/x': 'our_own_host',
    'https://': 'not_an_address',
    'https://desk.example.com:99999/x': 'not_an_address',
  }
  test.for(Object.entries(refused))('%s: %s', ([clientId, reason]) => {
    expect(externalUrl(clientId, 'https://commerce.shop')).toEqual({ refused: reason })
  })

  test('each shows an error page at the authorize endpoint, and nothing is fetched', async () => {
    for (const clientId of [
      'https://169.254.169.254/x',
      'https://x.internal/y',
      `${jwksServer}/keys/merchants`,
      'ftp://x.example/y',
    ]) {
      const answer = await startAuthorization(clientId, service())
      expect(answer).toMatchObject({ status: 400 })
      expect(answer.body).toContain('client_address')
    }
  })

  test('a loopback URL is fetched only by a service on loopback, and never its own', () => {
    expect(externalUrl('http://127.0.0.1:3000/client.json', 'http://127.0.0.1:8787')).toHaveProperty('url')
    expect(externalUrl('http://localhost:3000/client.json', 'http://localhost:8787')).toHaveProperty('url')
    expect(externalUrl('http://127.0.0.1:8787/client.json', 'http://127.0.0.1:8787')).toHaveProperty('refused')
    expect(externalUrl('http://10.0.0.1/client.json', 'http://127.0.0.1:8787')).toEqual({ refused: 'not_https' })
    expect(externalUrl('http://127.0.0.1:3000/client.json', 'https://commerce.shop')).toEqual({
      refused: 'not_https',
    })
  })

  test('a public https URL may be fetched', () => {
    for (const clientId of [
      'https://desk.example.com/x',
      'https://desk.example.com/a/b.json?v=1',
      'https://desk.example.com:443/x',
    ])
      expect(externalUrl(clientId, 'https://commerce.shop')).toHaveProperty('url')
  })
})

test('a document that supports both private_key_jwt and none is treated as none', () => {
  const clientId = 'https://desk.example.com/client.json'
  const document = {
    client_id: clientId,
    redirect_uris: [redirect_uri],
    token_endpoint_auth_method: 'private_key_jwt',
    token_endpoint_auth_methods_supported: ['private_key_jwt', 'none'],
    jwks: { keys: [{ kty: 'EC', x: 'x', y: 'y' }] },
  }
  const read = readDocument(new TextEncoder().encode(JSON.stringify(document)), clientId, 0)
  expect(read).toEqual({ document: { name: 'desk.example.com', redirect_uris: [redirect_uri], seconds: 0 } })
})

test('the cache headers decide how many seconds a document is cached', () => {
  for (const [headers, seconds] of [
    [{}, 0],
    [{ 'Cache-Control': 'max-age=300' }, 300],
    [{ 'Cache-Control': 'public, max-age=300', Age: '100' }, 200],
    [{ 'Cache-Control': 'max-age=300', Age: '400' }, 0],
    [{ 'Cache-Control': 'max-age=99999999' }, 86_400],
    [{ 'Cache-Control': 'no-store, max-age=300' }, 0],
    [{ 'Cache-Control': 'private, max-age=300' }, 0],
    [{ 'Cache-Control': 'max-age=-5' }, 0],
    [{ 'Cache-Control': 'max-age=300', Age: 'x' }, 0],
  ] as const)
    expect(secondsOf(new Headers(headers))).toBe(seconds)
})

describe('the pinned clients', () => {
  const claude = 'https://claude.ai/oauth/mcp-oauth-client-metadata'
  const code = 'https://claude.ai/oauth/claude-code-client-metadata'
  const codex = 'https://chatgpt.com/oauth/codex/client.json'
  const chatGpt = 'https://chatgpt.com/oauth/client.json'
  const connector = 'https://chatgpt.com/oauth/abc-123/client.json'
  const platform = 'https://chatgpt.com/connector_platform_oauth_redirect'

  test('are recognized without a fetch, with their own redirect URIs', async () => {
    for (const [client_id, redirect_uri, name] of [
      [claude, 'https://claude.ai/api/mcp/auth_callback', 'Claude'],
      [claude, 'https://claude.com/api/mcp/auth_callback', 'Claude'],
      [code, 'http://localhost:54545/callback', 'Claude Code'],
      [code, 'http://127.0.0.1:1/callback', 'Claude Code'],
      [codex, 'http://localhost:1455/callback', 'Codex'],
      [chatGpt, platform, 'ChatGPT'],
      [chatGpt, 'https://chatgpt.com/connector/oauth/xyz_1', 'ChatGPT'],
      [connector, 'https://chatgpt.com/connector/oauth/abc-123', 'ChatGPT'],
      [connector, platform, 'ChatGPT'],
    ] as const) {
      const request = handleIn(await startAuthorization(client_id, service(), { redirect_uri }))
      const { owner } = await openShop()
      expect(await getPendingAuthorization(person(owner), { request, browser: newBrowser() })).toMatchObject({
        client: { name, kind: 'known', verified: true, host: new URL(client_id).host },
      })
    }
  })

  test('are rejected with any other redirect URI', async () => {
    for (const [client_id, redirect_uri] of [
      [claude, 'https://evil.example/api/mcp/auth_callback'],
      [claude, 'http://localhost/callback'],
      [code, 'http://localhost:54545/other'],
      [code, 'https://claude.ai/api/mcp/auth_callback'],
      [chatGpt, 'https://chatgpt.com/connector/oauth/x/../../evil'],
      [chatGpt, 'https://chatgpt.com/connector/oauth/'],
      [connector, 'https://chatgpt.com/connector/oauth/other'],
    ] as const)
      expect((await startAuthorization(client_id, service(), { redirect_uri })).body).toContain('redirect_unknown')
  })

  test('do not include URLs that only look similar', () => {
    for (const clientId of [
      `${claude}/`,
      `${claude}?x`,
      'https://claude.ai.evil.example/oauth/mcp-oauth-client-metadata',
      'https://chatgpt.com/oauth/a/b/client.json',
      'https://chatgpt.com/oauth/../client.json',
      'toString',
      '__proto__',
    ])
      expect(knownClient(clientId)).toBeUndefined()
  })
})
