import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { z } from 'zod'
import { type Answer, type Service, service } from '../service.ts'
import { asOwner } from '../sql.ts'

const { WEB_SIGN_IN } = z.object({ WEB_SIGN_IN: z.string() }).parse(env)

/** The identity provider of the settings pages (test/support/node/servers/sign-in-provider.ts). */
export const webIssuer = z.object({ issuer: z.url() }).parse(JSON.parse(WEB_SIGN_IN)).issuer

/** The headers a browser sends with a form of the current page. */
export const fromOwnPage = { 'Sec-Fetch-Site': 'same-origin', Origin: 'null' }

/** The headers of the console's requests: the second is its own, the first the browser's. */
export const fromConsole = { 'Sec-Fetch-Site': 'same-origin', 'X-Console': '1' }

export type Fields = Record<string, string | readonly string[]>

export type SignInOptions = {
  /** Additional claims of the ID token; undefined removes one. */
  claims?: Record<string, unknown>
  returnTo?: string
  /** Asks for credentials even if signed in. */
  again?: boolean
  forged?: boolean
  status?: number
  /** Headers of the request that returns from the provider. */
  headers?: Record<string, string>
  /** The nonce in the ID token. Default: the requested one. */
  nonce?: string
}

export type Web = ReturnType<typeof openWeb>

/** A browser with its own cookies. */
export function openWeb(through: Service = service()) {
  const cookies = new Map<string, string>()

  async function send(path: string, init: RequestInit = {}): Promise<Answer & { html: string }> {
    const headers = new Headers(init.headers)
    if (cookies.size > 0) headers.set('Cookie', [...cookies].map((pair) => pair.join('=')).join('; '))
    const answer = await through.fetch(path, { ...init, headers, redirect: 'manual' })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (name === undefined || value === undefined) continue
      if (value === '' || /max-age=0/i.test(cookie)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return { ...answer, html: String(answer.body) }
  }

  const get = (path: string, headers: Record<string, string> = {}) => send(path, { headers })

  const post = (path: string, fields: Fields, headers: Record<string, string> = fromOwnPage) => {
    const form = new URLSearchParams()
    for (const [name, value] of Object.entries(fields)) for (const each of [value].flat()) form.append(name, each)
    return send(path, { method: 'POST', body: form, headers })
  }

  /** What the console's script asks of REST. */
  const ask = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    send(path, {
      method,
      headers: { ...fromConsole, ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })

  /** Opens the page, fills in its form for `action` and sends it. */
  async function submit(page: string, action: string, fields: Fields = {}) {
    const { html } = await get(page)
    return post(action, { ...hiddenFields(html, action), ...fields })
  }

  /** Starts a sign-in and returns the URL of the provider's page. */
  async function startSignIn(returnTo = '/settings/mcp', { again = false } = {}) {
    const answer = await get(`/settings/sign-in?${again ? 'again=1&' : ''}return_to=${encodeURIComponent(returnTo)}`)
    expect(answer.status, answer.html).toBe(302)
    return new URL(answer.headers.get('Location') ?? '')
  }

  async function signIn(subject: string, options: SignInOptions = {}) {
    const request = (await startSignIn(options.returnTo, options)).searchParams
    const email = `${subject}@test.example`
    const nonce = options.nonce ?? request.get('nonce')
    const authTime = Math.floor(Date.now() / 1000)
    const code = {
      claims: { sub: subject, email, email_verified: true, nonce, auth_time: authTime, ...options.claims },
      challenge: request.get('code_challenge'),
      ...(options.forged === true && { forged: true }),
      ...(options.status !== undefined && { status: options.status }),
    }
    const encoded = new TextEncoder().encode(JSON.stringify(code)).toBase64({ alphabet: 'base64url' })
    const query = new URLSearchParams({ code: encoded, state: request.get('state') ?? '' }).toString()
    return get(`/settings/callback?${query}`, options.headers)
  }

  return { cookies, get, post, ask, submit, startSignIn, signIn }
}

/** Another browser with copied or stolen cookies. */
export function copyOf(web: Web, through: Service = service()): Web {
  const copy = openWeb(through)
  for (const [name, value] of web.cookies) copy.cookies.set(name, value)
  return copy
}

/** Makes a person's sessions older by some minutes. */
export const age = (subject: string, minutes: number) =>
  asOwner`update web_sessions
    set auth_time = auth_time - make_interval(mins => ${minutes}), created_at = created_at - make_interval(mins => ${minutes}),
        last_seen_at = last_seen_at - make_interval(mins => ${minutes}), expires_at = expires_at - make_interval(mins => ${minutes})
    where user_id = app.user_id(${webIssuer}, ${subject})`

/** The hidden fields of the form with this action. */
export function hiddenFields(html: string, action: string): Record<string, string> {
  const form = html
    .split('<form')
    .find((part) => part.includes(`action="${action}"`))
    ?.split('</form>')[0]
  if (form === undefined) throw new Error(`no form has the action ${action}:\n${html}`)
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  return Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]))
}

/** The part of a page's HTML between two texts. */
export function partOf(html: string, from: string, to: string): string {
  const part = html.split(from)[1]?.split(to)[0]
  if (part === undefined) throw new Error(`the page does not contain ${from}:\n${html}`)
  return part
}

/** An owner who is signed in on the pages and has created a store there. */
export async function openWebShop({ name = 'Test shop', through }: { name?: string; through?: Service } = {}) {
  const subject = `user_${crypto.randomUUID()}`
  const owner = openWeb(through)
  await owner.signIn(subject)
  const created = await owner.submit('/settings/mcp', '/settings/stores', { name, currency: 'USD', timezone: 'UTC' })
  expect(created.status, created.html).toBe(303)
  const slug = new URL(created.headers.get('Location') ?? '', 'https://commerce.test').searchParams.get('store') ?? ''
  const rows = await asOwner`select id from stores where slug = ${slug}`
  const { id } = z.object({ id: z.string() }).parse(rows[0])

  /** A colleague signed in with their own browser, added directly to the database. */
  async function hire(role: 'admin' | 'staff' | 'viewer') {
    const colleague = `user_${crypto.randomUUID()}`
    await asOwner`insert into store_members (store_id, user_id, issuer, subject, role)
      values (${id}, app.user_id(${webIssuer}, ${colleague}), ${webIssuer}, ${colleague}, ${role})`
    const web = openWeb(through)
    await web.signIn(colleague)
    return web
  }

  /** A colleague who accepted an invitation created on the pages, signed in with their own browser. */
  async function invite(role: 'owner' | 'admin' | 'staff' | 'viewer', by: Web = owner) {
    const colleague = `user_${crypto.randomUUID()}`
    const email = `${colleague}@test.example`
    const invited = await by.submit(`/settings/members?store=${slug}`, '/settings/members', { email, role })
    expect(invited.status, invited.html).toBe(303)
    const web = openWeb(through)
    const page = `/settings/store?store=${id}`
    await web.signIn(colleague, { returnTo: page })
    const accept = /action="([^"]+\/accept)"/.exec((await web.get(page)).html)?.[1] ?? ''
    expect((await web.submit(page, accept)).status).toBe(303)
    return { ...web, email }
  }

  return { owner, subject, store: { id, slug, name }, page: `/settings/mcp?store=${slug}`, hire, invite }
}
