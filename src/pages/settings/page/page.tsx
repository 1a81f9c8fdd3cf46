import type { Context } from 'hono'
import { html } from 'hono/html'
import type { Child } from 'hono/jsx'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { StorePlace } from '../ui/store-nav.tsx'
import { LanguageContext, type Words, wordsIn } from '../words/words.ts'
import { type Language, languages } from '../../../platform/values/language.ts'
import { type LanguageEnv, pathInLanguage } from '../words/language.ts'
import { Layout, type Account } from './layout.tsx'

export type Page = {
  readonly title: (words: Words) => string
  /** A component, so that it is made in the language of the request. */
  readonly body: () => Child
  readonly status?: ContentfulStatusCode | undefined
  /** The signed-in person for the header, if known. */
  readonly account?: Account | undefined
  /** For pages of a store: which store, and which of its pages. */
  readonly place?: StorePlace | undefined
  /** A narrow column, for a page with a single decision. */
  readonly narrow?: boolean
  /** An extra source for form-action, because Chrome also applies it to the redirect that follows a form. */
  readonly formAction?: string
}

/** Responds with a page in the language of the request, and with the headers that every page has. */
export async function show<Env extends LanguageEnv>(c: Context<Env>, page: Page): Promise<Response> {
  const language: Language = c.get('language')
  const otherLanguages = languages.flatMap((other) => {
    const path = other === language ? undefined : pathInLanguage(c, other)
    return path === undefined ? [] : [{ language: other, path }]
  })
  const { title, body: Body, account, place, narrow = false } = page
  // No component is asynchronous: what two requests show can't mix.
  const text = html`<!doctype html>${(
      <LanguageContext.Provider value={language}>
        <Layout
          title={title(wordsIn(language))}
          language={language}
          otherLanguages={otherLanguages}
          account={account}
          place={place}
          narrow={narrow}
        >
          <Body />
        </Layout>
      </LanguageContext.Provider>
    )}`
  return c.body(await text, page.status ?? 200, { ...headersOf(page), 'Content-Language': language })
}

function headersOf({ formAction }: Page): Record<string, string> {
  const target = formAction !== undefined && sourceExpression.test(formAction) ? ` ${formAction}` : ''
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    Vary: 'Accept-Language, Cookie',
    'Content-Security-Policy': `default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'${target}`,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  }
}

// CSP 3 §2.3.1: a scheme, optionally with host and port. Excludes characters that could end the directive.
const sourceExpression = /^[a-z][a-z0-9+.-]*:(\/\/[a-z0-9.-]+(:[0-9]{1,5}|:\*)?)?$/i
