import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { z } from 'zod'
import { type Answer, type Service, service } from './service.ts'
import { asOwner } from './sql.ts'

const { WEB_SIGN_IN } = z.object({ WEB_SIGN_IN: z.string() }).parse(env)

/** The provider that people sign in at on the pages (test/support/node/sign-in-provider.ts). */
export const webIssuer = z.object({ issuer: z.url() }).parse(JSON.parse(WEB_SIGN_IN)).issuer

/** What a browser sends with a form of the page it stands on. */
export const fromOwnPage = { 'Sec-Fetch-Site': 'same-origin', Origin: 'null' }

export type Fields = Record<string, string | readonly string[]>

export type SignInOptions = {
  /** Of the ID token, besides who it is; undefined leaves one out. */
  claims?: Record<string, unknown>
  returnTo?: string
  /** As one who is signed in, and is to prove who they are. */
  again?: boolean
  forged?: boolean
  status?: number
  /** Of the browser that comes back from the provider. */
  headers?: Record<string, string>
  /** The nonce in the ID token, if not the one that was asked for. */
  nonce?: string
}

export type Web = ReturnType<typeof openWeb>

/** A browser of somebody's own, with its cookies. */
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

  /** Fills in and sends the form of a page that has one for the address. */
  async function submit(page: string, action: string, fields: Fields = {}) {
    const { html } = await get(page)
    return post(action, { ...hiddenFields(html, action), ...fields })
  }

  /** As far as the provider's page. */
  async function setOut(returnTo = '/settings/mcp', { again = false } = {}) {
    const answer = await get(`/settings/sign-in?${again ? 'again=1&' : ''}return_to=${encodeURIComponent(returnTo)}`)
    expect(answer.status, answer.html).toBe(302)
    return new URL(answer.headers.get('Location') ?? '')
  }

  async function signIn(subject: string, options: SignInOptions = {}) {
    const asked = (await setOut(options.returnTo, options)).searchParams
    const email = `${subject}@test.example`
    const nonce = options.nonce ?? asked.get('nonce')
    const authTime = Math.floor(Date.now() / 1000)
    const code = {
      claims: { sub: subject, email, email_verified: true, nonce, auth_time: authTime, ...options.claims },
      challenge: asked.get('code_challenge'),
      ...(options.forged === true && { forged: true }),
      ...(options.status !== undefined && { status: options.status }),
    }
    const encoded = new TextEncoder().encode(JSON.stringify(code)).toBase64({ alphabet: 'base64url' })
    const query = new URLSearchParams({ code: encoded, state: asked.get('state') ?? '' }).toString()
    return get(`/settings/callback?${query}`, options.headers)
  }

  return { cookies, get, post, submit, setOut, signIn }
}

/** The same browser's cookies in another: copied, or stolen. */
export function copyOf(web: Web, through: Service = service()): Web {
  const copy = openWeb(through)
  for (const [name, value] of web.cookies) copy.cookies.set(name, value)
  return copy
}

/** Lets time pass for all that somebody has begun on the pages. */
export const age = (subject: string, minutes: number) =>
  asOwner`update web_sessions
    set auth_time = auth_time - make_interval(mins => ${minutes}), created_at = created_at - make_interval(mins => ${minutes}),
        last_seen_at = last_seen_at - make_interval(mins => ${minutes}), expires_at = expires_at - make_interval(mins => ${minutes})
    where user_id = app.user_id(${webIssuer}, ${subject})`

/** The hidden fields of the form that goes to the address. */
export function hiddenFields(html: string, action: string): Record<string, string> {
  const form = html
    .split('<form')
    .find((part) => part.includes(`action="${action}"`))
    ?.split('</form>')[0]
  if (form === undefined) throw new Error(`no form goes to ${action}:\n${html}`)
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  return Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]))
}

/** The part of a page's HTML from one text to the next that is given. */
export function partOf(html: string, from: string, to: string): string {
  const part = html.split(from)[1]?.split(to)[0]
  if (part === undefined) throw new Error(`there is no ${from} on the page:\n${html}`)
  return part
}

/** Somebody signed in on the pages who owns a store made there. */
export async function openWebShop({ name = 'Test shop', through }: { name?: string; through?: Service } = {}) {
  const subject = `user_${crypto.randomUUID()}`
  const owner = openWeb(through)
  await owner.signIn(subject)
  const made = await owner.submit('/settings/mcp', '/settings/stores', { name, currency: 'USD', timezone: 'UTC' })
  expect(made.status, made.html).toBe(303)
  const slug = new URL(made.headers.get('Location') ?? '', 'https://commerce.test').searchParams.get('store') ?? ''
  const rows = await asOwner`select id from stores where slug = ${slug}`
  const { id } = z.object({ id: z.string() }).parse(rows[0])

  /** A colleague signed in in a browser of their own. */
  async function hire(role: 'admin' | 'staff' | 'viewer') {
    const colleague = `user_${crypto.randomUUID()}`
    await asOwner`insert into store_members (store_id, user_id, issuer, subject, role)
      values (${id}, app.user_id(${webIssuer}, ${colleague}), ${webIssuer}, ${colleague}, ${role})`
    const web = openWeb(through)
    await web.signIn(colleague)
    return web
  }

  /** A colleague who came by an invitation made on the pages, signed in in a browser of their own. */
  async function invite(role: 'owner' | 'admin' | 'staff' | 'viewer', by: Web = owner) {
    const colleague = `user_${crypto.randomUUID()}`
    const email = `${colleague}@test.example`
    const sent = await by.submit(`/settings/members?store=${slug}`, '/settings/members', { email, role })
    expect(sent.status, sent.html).toBe(303)
    const web = openWeb(through)
    const page = `/settings/store?store=${id}`
    await web.signIn(colleague, { returnTo: page })
    const accept = /action="([^"]+\/accept)"/.exec((await web.get(page)).html)?.[1] ?? ''
    expect((await web.submit(page, accept)).status).toBe(303)
    return { ...web, email }
  }

  return { owner, subject, store: { id, slug, name }, page: `/settings/mcp?store=${slug}`, hire, invite }
}
