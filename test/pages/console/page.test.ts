import { describe, expect, test } from 'vitest'
import { openWeb } from '../../support/callers/web.ts'
import { service } from '../../support/service.ts'
import { expectProblem } from '../../support/shop.ts'

const inBrowser = (headers: Record<string, string> = {}) => ({ headers: { Accept: 'text/html', ...headers } })
const open = (path: string, headers?: Record<string, string>, variables = {}) =>
  service(undefined, variables).fetch(path, inBrowser(headers))

const nonceIn = (text: unknown) => /name="csp-nonce" nonce="([^"]+)"/.exec(String(text))?.[1]

describe('the page of the console', () => {
  test.for(['/console', '/console/', '/console/acme/orders', '/console/acme/orders/1001?view=all'])(
    'is sent for %s, never from a cache',
    async (path) => {
      const { status, headers, body } = await open(path)
      expect([status, headers.get('Cache-Control')]).toEqual([200, 'no-store'])
      expect(headers.get('Content-Type')).toBe('text/html; charset=utf-8')
      expect(String(body)).toMatch(/<script type="module" crossorigin src="\/console\/assets\/index-[\w-]+\.js">/)
    },
  )

  test('runs its own scripts only, and styles with a nonce that nobody can guess', async () => {
    const [one, other] = [await open('/console/acme'), await open('/console/acme')]
    const nonce = nonceIn(one.body)
    expect(nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/)
    expect(nonceIn(other.body)).not.toBe(nonce)
    expect(one.headers.get('Content-Security-Policy')).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: https:; font-src 'self'; connect-src 'self'; worker-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    )
    expect(one.headers.get('X-Frame-Options')).toBe('DENY')
    expect(one.headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin')
    expect(String(one.body)).not.toMatch(/<script(?![^>]* src=)|<style| on\w+=|__[A-Z_]+__/)
  })

  test.for([
    [{}, 'lang="en" dir="ltr"'],
    [{ 'Accept-Language': 'ar-KW,en;q=0.5' }, 'lang="ar" dir="rtl"'],
    [{ 'Accept-Language': 'ar', Cookie: '__Host-language=en' }, 'lang="en" dir="ltr"'],
    [{ Cookie: '__Host-language=ar' }, 'lang="ar" dir="rtl"'],
    [{ Cookie: '__Host-language=<b>' }, 'lang="en" dir="ltr"'],
  ] as const)('is in the language that the person chose, else that of the browser: %j', async ([headers, said]) => {
    expect(String((await open('/console/acme', headers)).body)).toContain(`<html ${said}>`)
  })

  test('says whether somebody is signed in, so that nobody else asks for a store', async () => {
    const said = (body: unknown) => /name="signed-in" content="(\w+)"/.exec(String(body))?.[1]
    const browser = openWeb()
    await browser.signIn(`user_${crypto.randomUUID()}`)
    expect(said((await browser.get('/console/acme')).html)).toBe('yes')
    expect(said((await open('/console/acme')).body)).toBe('no')
    expect(said((await open('/console/acme', { Cookie: '__Host-session=x' })).body)).toBe('no')
  })

  test('asks for the words of its language, and for the screen that opens first, together with its first script', async () => {
    const asked = async (path: string, language: string) =>
      [
        ...String((await open(path, { 'Accept-Language': language })).body).matchAll(
          /modulepreload" crossorigin href="\/console\/assets\/(en|ar|home)-/g,
        ),
      ].map(([, name]) => name)
    expect(await asked('/console/acme', 'en')).toEqual(['en', 'home'])
    expect(await asked('/console', 'ar')).toEqual(['ar', 'home'])
    for (const path of ['/console/acme/orders', '/console/orders']) expect(await asked(path, 'en')).toEqual(['en'])
  })

  test('remembers the language that a person chooses, and stays at the address', async () => {
    const { status, headers } = await open('/console/acme/orders?view=all&language=ar')
    expect([status, headers.get('Location')]).toEqual([303, '/console/acme/orders?view=all'])
    expect(headers.get('Set-Cookie')).toMatch(/^__Host-language=ar; .*HttpOnly; Secure; SameSite=Lax$/)
  })

  test('says what the operator sets where nobody can sign in', async () => {
    const { status, body } = await open('/console', {}, { WEB_SIGN_IN: undefined, SESSION_KEYS: undefined })
    expect(status).toBe(503)
    for (const said of ['Sign-in is not set up', 'WEB_SIGN_IN', 'SESSION_KEYS']) expect(String(body)).toContain(said)
  })

  test('is not sent in place of a file of another version', async () => {
    expectProblem(await open('/console/assets/index-0ld.js'), 404, 'not_found')
  })

  test('is only read', async () => {
    expectProblem(await service().fetch('/console/acme', { method: 'POST' }), 404, 'not_found')
  })
})

describe('an address that does not exist', () => {
  test.for(['/nothing', '/orders/1001', '/docsx'])('%s is a page in a browser, in its language', async (path) => {
    const { status, headers, body } = await open(path)
    expect([status, headers.get('Content-Type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(String(body)).toContain('href="/console"')
    expect(String((await open(path, { 'Accept-Language': 'ar' })).body)).toContain('الصفحة غير موجودة')
    expectProblem(await service().fetch(path), 404, 'not_found')
  })

  test('below /api is always an error for programs', async () => {
    expectProblem(await open('/api/nothing'), 404, 'not_found')
  })
})
