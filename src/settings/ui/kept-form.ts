import type { Context } from 'hono'
import * as z from 'zod'
import { clearSealed, getSealed, type SealedCookie, setSealed } from '../../auth/sign-in/cookies.ts'
import { sessionHash } from '../../auth/sign-in/web-session.ts'
import { configOf } from '../../http/config.ts'
import { pathTo } from '../store/store-nav.tsx'
import { type PageEnv, signInOf } from '../sessions/with-web-session.ts'

const KeptForm = z.object({
  issuer: z.string(),
  subject: z.string(),
  /** The session that it was sent in; it is given back in a later one. */
  session: z.string(),
  action: z.string(),
  fields: z.array(z.tuple([z.string(), z.string()])),
})

/** What somebody filled in before they were asked to sign in again. Encrypted, in their own browser. */
const cookie: SealedCookie<typeof KeptForm> = { name: 'form', schema: KeptForm, maxAgeSeconds: 900 }

// Encrypted, it has to fit into the 4,096 bytes of a cookie.
const maxBytes = 2_400

/** Keeps the fields of the form for after the next sign-in; false where there are too many. */
export async function keepForm(c: Context<PageEnv>, form: URLSearchParams): Promise<boolean> {
  const fields = [...form].filter(([name]) => name !== 'form_token' && name !== 'form_id')
  if (new TextEncoder().encode(JSON.stringify(fields)).length > maxBytes) return false
  const { issuer, subject } = c.var.session
  const session = await sessionHash(c.var.session)
  await setSealed(c, cookie, keysOf(c), { issuer, subject, session, action: c.req.path, fields })
  return true
}

/** The form that was kept for whoever has signed in again since, once. Nothing where it is for another address. */
export async function takeForm(c: Context<PageEnv>, action: RegExp): Promise<KeptForm | undefined> {
  const kept = await getSealed(c, cookie, keysOf(c))
  if (!kept || !action.test(kept.action) || kept.session === (await sessionHash(c.var.session))) return undefined
  dropForm(c)
  if (!isFrom(kept, c.var.session)) return undefined
  return { action: kept.action, fields: new URLSearchParams(kept.fields) }
}

export type KeptForm = { readonly action: string; readonly fields: URLSearchParams }

/** Drops a form that somebody else filled in; true where there was one. */
export async function dropFormOfAnother(c: Context<PageEnv>, person: Person): Promise<boolean> {
  const kept = await getSealed(c, cookie, keysOf(c))
  if (!kept || isFrom(kept, person)) return false
  dropForm(c)
  return true
}

export const dropForm = (c: Context): void => clearSealed(c, cookie)

type Person = { readonly issuer: string; readonly subject: string }

const isFrom = (kept: Person, { issuer, subject }: Person) => kept.issuer === issuer && kept.subject === subject

const keysOf = (c: Context<PageEnv>) => signInOf(configOf(c.env).webSignIn).keys

type FormPage = { readonly action: RegExp; readonly page: (form: URLSearchParams) => string }

const storePage = (section: 'mcp' | 'members', form: URLSearchParams) => {
  const cursor = form.get('members')
  return pathTo(section, { store: form.get('store') ?? '', ...(cursor !== null && { members: cursor }) })
}

const formPages: readonly FormPage[] = [
  { action: /^\/settings\/mcp\//, page: (form) => storePage('mcp', form) },
  { action: /^\/settings\/members(\/|$)/, page: (form) => storePage('members', form) },
  {
    action: /^\/settings\/authorize$/,
    page: (form) => `/settings/authorize?${new URLSearchParams({ request: form.get('request') ?? '' }).toString()}`,
  },
]

/** The page that a form is on. */
export const pageOfForm = (action: string, form: URLSearchParams): string =>
  formPages.find((each) => each.action.test(action))?.page(form) ?? '/settings'
