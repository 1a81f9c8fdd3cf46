import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { parseAccept } from 'hono/utils/accept'
import type { AppEnv } from '../../../platform/http/app-env.ts'

export const languages = ['en', 'ar'] as const

export type Language = (typeof languages)[number]

export const directions = { en: 'ltr', ar: 'rtl' } as const satisfies Record<Language, 'ltr' | 'rtl'>

export type LanguageEnv = AppEnv & { Variables: { language: Language } }

const cookie = '__Host-language'
const parameter = 'language'

const languageNamed = (name: string | undefined): Language | undefined => languages.find((each) => each === name)

/**
 * The language of the pages: the one that the person chose in this browser; else the first that the browser accepts; else
 * English. Every page links to itself with `?language=`, which is remembered and then removed from the address.
 */
export const withLanguage = createMiddleware<LanguageEnv>(async (c, next) => {
  const chosen = c.req.method === 'GET' ? languageNamed(c.req.query(parameter)) : undefined
  if (chosen) {
    setCookie(c, cookie, chosen, { path: '/', secure: true, httpOnly: true, sameSite: 'Lax', maxAge: 365 * 86_400 })
    // As src/platform/http/standard-headers.ts: the page may be in the pop-up of an assistant.
    c.header('Cross-Origin-Opener-Policy', 'unsafe-none')
    return c.redirect(ownPath(c, null), 303)
  }
  c.set('language', languageNamed(getCookie(c, cookie)) ?? acceptedLanguage(c.req.header('Accept-Language')))
  return next()
})

/** RFC 9110 section 12.5.4, with RFC 4647 lookup: `ar-KW` asks for Arabic. */
const acceptedLanguage = (header = ''): Language =>
  parseAccept(header)
    .filter(({ q }) => q > 0)
    .map(({ type }) => languageNamed(type.toLowerCase().split('-')[0]))
    .find((language) => language !== undefined) ?? 'en'

/**
 * The page that is shown, in another language. Undefined for the answer to a form, which cannot be shown again: the way to it
 * would lose what was entered, or a secret that is shown once.
 */
export const pathInLanguage = (c: Context, language: Language): string | undefined =>
  c.req.method === 'GET' ? ownPath(c, language) : undefined

function ownPath(c: Context, language: Language | null): string {
  const { pathname, searchParams } = new URL(c.req.url)
  if (language === null) searchParams.delete(parameter)
  else searchParams.set(parameter, language)
  return searchParams.size === 0 ? pathname : `${pathname}?${searchParams.toString()}`
}
