import type { Context } from 'hono'
import * as z from 'zod'
import { clearSealed, getSealed, type SealedCookie, setSealed } from '../../../platform/auth/sign-in/cookies.ts'
import { sessionHash } from '../../../platform/auth/sign-in/web-session.ts'
import { configOf } from '../../../platform/configuration/config.ts'
import { pathTo } from '../ui/store-nav.tsx'
import { type PageEnv, signInOf } from './with-web-session.ts'

const SavedForm = z.object({
  issuer: z.string(),
  subject: z.string(),
  /** Hash of the session that the form was sent in. Only a later session gets it back. */
  session: z.string(),
  action: z.string(),
  fields: z.array(z.tuple([z.string(), z.string()])),
})

/** A form that was filled in before signing in again. Encrypted, and stored in the person's own browser. */
const cookie: SealedCookie<typeof SavedForm> = { name: 'form', schema: SavedForm }

const savedSeconds = 900

// Encrypted, it must fit into a cookie of 4,096 bytes.
const maxBytes = 2_400

/** Saves the form's fields until after the next sign-in. Returns false if they are too long. */
export async function saveForm(c: Context<PageEnv>, form: URLSearchParams): Promise<boolean> {
  const fields = [...form].filter(([name]) => name !== 'form_token' && name !== 'form_id')
  if (new TextEncoder().encode(JSON.stringify(fields)).length > maxBytes) return false
  const { issuer, subject } = c.var.session
  const session = await sessionHash(c.var.session)
  await setSealed(c, cookie, keysOf(c), { issuer, subject, session, action: c.req.path, fields }, savedSeconds)
  return true
}

/** The saved form for this action, if the same person has signed in again since. Returns it only once. */
export async function takeSavedForm(c: Context<PageEnv>, action: RegExp): Promise<SavedForm | undefined> {
  const saved = await getSealed(c, cookie, keysOf(c))
  if (!saved || !action.test(saved.action) || saved.session === (await sessionHash(c.var.session))) return undefined
  discardForm(c)
  if (!belongsTo(saved, c.var.session)) return undefined
  return { action: saved.action, fields: new URLSearchParams(saved.fields) }
}

export type SavedForm = { readonly action: string; readonly fields: URLSearchParams }

/** Discards a form that somebody else saved in this browser. Returns true if there was one. */
export async function discardOthersForm(c: Context<PageEnv>, person: Person): Promise<boolean> {
  const saved = await getSealed(c, cookie, keysOf(c))
  if (!saved || belongsTo(saved, person)) return false
  discardForm(c)
  return true
}

export const discardForm = (c: Context): void => clearSealed(c, cookie)

type Person = { readonly issuer: string; readonly subject: string }

const belongsTo = (saved: Person, { issuer, subject }: Person) => saved.issuer === issuer && saved.subject === subject

const keysOf = (c: Context<PageEnv>) => signInOf(configOf(c.env).webSignIn).keys

type FormPage = { readonly action: RegExp; readonly page: (form: URLSearchParams, action: string) => string }

const storePage = (section: 'mcp' | 'keys' | 'members', form: URLSearchParams) => {
  const cursor = form.get('members')
  return pathTo(section, { store: form.get('store') ?? '', ...(cursor !== null && { members: cursor }) })
}

const formPages: readonly FormPage[] = [
  { action: /^\/settings\/mcp\//, page: (form) => storePage('mcp', form) },
  { action: /^\/settings\/keys(\/|$)/, page: (form) => storePage('keys', form) },
  {
    action: /^\/settings\/webhooks(\/|$)/,
    page: (form, action) => pathTo(`webhooks/${action.split('/')[3] ?? 'new'}`, { store: form.get('store') ?? '' }),
  },
  { action: /^\/settings\/members(\/|$)/, page: (form) => storePage('members', form) },
  {
    action: /^\/settings\/authorize$/,
    page: (form) => `/settings/authorize?${new URLSearchParams({ request: form.get('request') ?? '' }).toString()}`,
  },
]

/** The path of the page that contains the form. */
export const pageWithForm = (action: string, form: URLSearchParams): string =>
  formPages.find((formPage) => formPage.action.test(action))?.page(form, action) ?? '/settings'
