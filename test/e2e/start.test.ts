import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { launch, openContext } from './browser.ts'

// What a newcomer meets after `npm run dev`.

const { baseUrl, issuer } = inject('stack')

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

test.each([baseUrl, baseUrl.replace('127.0.0.1', 'localhost')])(
  'one click at %s signs in as the owner of a shop that is alive',
  async (base) => {
    const context = await openContext(browser, base)
    try {
      const page = await context.newPage()
      const refused: string[] = []
      page.on('response', (response) => void (response.status() >= 400 && refused.push(response.url())))
      await page.goto('/console')
      await page.getByRole('button', { name: 'Continue as Olivia Haddad' }).click()
      await page.waitForURL(`${baseUrl}/console/acme`)
      const figure = page.getByRole('link', { name: /^To confirm/ })
      expect(Number(/\d+$/.exec(await figure.innerText())?.[0])).toBeGreaterThan(0)
      expect(refused, 'nothing is refused on the way').toEqual([])
    } finally {
      await context.close()
    }
  },
)

const Listed = z.object({
  service: z.record(z.string(), z.url()),
  sign_in: z.object({ issuer: z.url(), client_id: z.string() }),
  commands: z.object({ token: z.string() }),
  users: z.array(z.object({ email: z.email(), role: z.string() })),
})

test('what else runs is listed beside the identity provider, for people and programs', async () => {
  const page = await fetch(`${issuer}/dev`)
  expect([page.status, page.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(await page.text()).toContain(`href="${baseUrl}/console"`)
  const answers = [
    await fetch(`${issuer}/dev`, { headers: { Accept: 'application/json' } }),
    await fetch(`${issuer}/dev.json`),
  ]
  for (const answer of answers) {
    const { service, sign_in, commands, users } = Listed.parse(await answer.json())
    expect(sign_in.issuer).toBe(issuer)
    expect(commands.token, 'the port is not the usual one').toMatch(/^PORT=\d+ npm/)
    expect(users).toContainEqual(expect.objectContaining({ email: 'owner@acme.test', role: 'owner of acme' }))
    for (const address of Object.values(service)) {
      const { status } = await fetch(address, { redirect: 'manual' })
      expect(address.endsWith('/mcp') ? [401, 405] : [200, 302, 307], address).toContain(status)
    }
  }
})

const authorize = async (client: string, redirectUri: string) => {
  const url = new URL(`${issuer}/auth`)
  url.search = new URLSearchParams({
    client_id: client,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  }).toString()
  return (await fetch(url, { redirect: 'manual' })).status
}

const allowed = async (client: string, origin: string) => {
  const body = new URLSearchParams({ client_id: client, grant_type: 'authorization_code' })
  const answer = await fetch(`${issuer}/token`, { method: 'POST', body, headers: { Origin: origin } })
  return answer.headers.get('Access-Control-Allow-Origin')
}

test('a front end of one’s own may sign in from any port of this machine, and from nowhere else', async () => {
  const client = 'merchant-console'
  for (const origin of ['http://localhost:3000', 'http://127.0.0.1:49152', 'http://[::1]:8080']) {
    expect(await authorize(client, `${origin}/any/callback`), origin).toBe(303)
    expect(await allowed(client, origin), origin).toBe(origin)
  }
  for (const origin of ['https://shop.example', 'http://localhost.shop.example', 'http://127.0.0.1.shop.example:80']) {
    expect(await authorize(client, `${origin}/`), origin).toBe(400)
    expect(await allowed(client, origin), origin).toBe(null)
  }
  // The service itself has one address.
  expect(await authorize('merchant-commerce', 'http://localhost:3000/')).toBe(400)
  expect(await allowed('api-docs', 'http://localhost:3000')).toBe(null)
})

test('a request can be traced through the functions of the database, also one that is refused', async () => {
  const trace = async (...request: readonly string[]) => {
    const file = fileURLToPath(new URL('../../dev/stack/trace.ts', import.meta.url))
    const env = { ...process.env, PORT: new URL(baseUrl).port }
    return (await promisify(execFile)(process.execPath, [file, ...request], { env })).stdout
  }
  const segment = JSON.stringify({ name: 'Traced', filter: 'orders>3' })
  const made = await trace('POST', '/api/segments', segment)
  expect(made).toMatch(/^POST \/api\/segments: 201, round trips to the database: 1\n/)
  expect(made).toMatch(/\n +1 +\d+\.\d\d +\d+\.\d\d {2}app\.begin_write\n/)
  expect(made).toMatch(/\n +\d+ +1 +0 +0 {2}segments\n/)
  const refused = await trace('POST', '/api/segments', segment)
  expect(refused).toMatch(/: 409, .*1\n.*"code":"duplicate".* ms, refused: /s)
  expect(refused).toMatch(/ {2}app\.expect_room\n/)
  // Reads too.
  expect(await trace('GET', '/api/segments')).toMatch(/: 200, round trips to the database: 1\n.* {2}segments\n/s)
})
