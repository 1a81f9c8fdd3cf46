import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '../../../platform/http/app-env.ts'
import { acceptedLanguage } from '../../../platform/http/accepted-language.ts'
import { type Language, languageNamed } from '../../../platform/values/language.ts'

export const directions = { en: 'ltr', ar: 'rtl' } as const satisfies Record<Language, 'ltr' | 'rtl'>

export type LanguageEnv = AppEnv & { Variables: { language: Language } }

const cookie = '__Host-language'
const parameter = 'language'

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
