import { Hono } from 'hono'
import { html, raw } from 'hono/html'
import { assetsOf, type AppEnv, type RequestContext } from '../../platform/http/app-env.ts'
import { configOf } from '../../platform/configuration/config.ts'
import { notFoundProblem, wantsHtml } from '../../platform/http/not-found.ts'
import files from './files.json'

type Context = RequestContext & {
  readonly body: (text: string, status: 200, headers: Record<string, string>) => Response
}

/** The start and the reference. Guides and scripts are static assets, which `npm run docs` makes. */
export const docsRoutes = new Hono<AppEnv>()
  .get('/', async (c) => {
    c.header('Vary', 'Accept')
    return wantsHtml(c) ? c.redirect('/console') : c.json({ name: 'Merchant Commerce Service', ...links })
  })
  .get('/docs', async (c) => {
    if (!assetsOf(c.env)) return notFoundProblem(c)
    const { docsSignIn } = configOf(c.env)
    return page(c, { title: 'API reference', body: reference(docsSignIn), origin: originOf(docsSignIn?.issuer) })
  })

const links = {
  console: '/console',
  quick_start: '/docs/quick-start',
  docs: '/docs',
  openapi: '/openapi.json',
  settings: '/settings',
  health: '/healthz',
  readiness: '/readyz',
}

const originOf = (url: string | undefined) => (url === undefined ? undefined : new URL(url).origin)

type SignIn = { readonly issuer: string; readonly clientId: string; readonly scope: string } | null

// In a script of a type that browsers do not run, so that it needs no exception in the policy.
const reference = (signIn: SignIn) =>
  html`<div id="main" class="reference" tabindex="-1">
      <div id="reference"><p class="lead">The reference needs JavaScript.</p></div>
    </div>
    <script type="application/json" id="sign-in">
      ${raw(JSON.stringify(signIn).replaceAll('<', '\\u003c'))}
    </script>
    <script src="${files.swagger}"></script>
    <script src="${files.script}"></script>`

type Page = { readonly title: string; readonly body: unknown; readonly origin?: string | undefined }

async function page(c: Context, { title, body, origin }: Page): Promise<Response> {
  const text = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="${files.swaggerStyle}" />
        <link rel="stylesheet" href="${files.style}" />
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <nav class="top" aria-label="Documentation">
          <div class="bar">
            <a class="brand" href="/">Merchant Commerce</a>
            <span><a href="/docs/quick-start">Guides</a> · <a href="/docs">API reference</a></span>
          </div>
        </nav>
        ${body}
      </body>
    </html>`
  const connect = origin === undefined ? "'self'" : `'self' ${origin}`
  return c.body(text.toString(), 200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src ${connect}; base-uri 'none'; frame-ancestors 'none'; form-action 'none'`,
    // Lets the sign-in window report back to the reference.
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Frame-Options': 'DENY',
  })
}
