import type { Context } from 'hono'
import { html } from 'hono/html'
import type { Child } from 'hono/jsx'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { Layout, type Account } from './layout.tsx'
import type { Place } from '../store/store-nav.tsx'

export type Page = {
  readonly title: string
  readonly body: Child
  readonly status?: ContentfulStatusCode
  /** The signed-in person for the header, if known. */
  readonly account?: Account | undefined
  /** For pages of a store: which store, and which of its pages. */
  readonly place?: Place | undefined
  /** A narrow column, for a page with a single decision. */
  readonly narrow?: boolean
  /** An extra source for form-action, because Chrome also applies it to the redirect that follows a form. */
  readonly formAction?: string
}

/** Responds with a page and the headers that every page has. */
export const show = async (c: Pick<Context, 'body'>, page: Page): Promise<Response> =>
  c.body(await htmlOf(page), page.status ?? 200, headersOf(page))

/** The same, without a Hono context. */
export const pageResponse = async (page: Page): Promise<Response> =>
  new Response(await htmlOf(page), { status: page.status ?? 200, headers: headersOf(page) })

const htmlOf = ({ title, account, place, narrow = false, body }: Page) =>
  html`<!doctype html>${(
      <Layout title={title} account={account} place={place} narrow={narrow}>
        {body}
      </Layout>
    )}`

function headersOf({ formAction }: Page): Record<string, string> {
  const target = formAction !== undefined && sourceExpression.test(formAction) ? ` ${formAction}` : ''
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
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
