import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'

const style = `
  body { font: 16px/1.5 system-ui, sans-serif; background: #f4f5f7; color: #14181d; display: grid; place-items: center; min-height: 100vh; margin: 0 }
  main { background: #fff; padding: 2rem; border-radius: 12px; box-shadow: 0 1px 4px #0002; width: min(23rem, 84vw); display: flex; flex-direction: column; margin-block: 1rem; box-sizing: content-box }
  main.wide { width: min(46rem, 84vw) }
  h1 { font-size: 1.25rem; margin: 0 0 1rem }
  h2 { font-size: .85rem; font-weight: 600; color: #6b7280; margin: 1.25rem 0 .5rem }
  label { display: block; margin: .75rem 0 .25rem }
  input, button { font: inherit; width: 100%; box-sizing: border-box; padding: .55rem .7rem; border: 1px solid #b3b9c4; border-radius: 8px }
  button { background: #fff; color: inherit; cursor: pointer; text-align: start }
  button:hover { background: #f4f5f7 }
  button.first { background: #4c57d6; border-color: #4c57d6; color: #fff; font-weight: 600 }
  button span { display: block; font-size: .85rem; font-weight: 400; opacity: .85 }
  .typed button { margin-top: 1.25rem; text-align: center }
  .known { display: grid; gap: .4rem }
  .known details form { margin-top: .4rem }
  summary { cursor: pointer; font-size: .85rem; color: #6b7280; padding: .35rem 0 }
  :is(input, button, a, summary):focus-visible { outline: 3px solid #7a84f0; outline-offset: 1px }
  [role=alert] { background: #fdecea; color: #8a1c12; padding: .5rem .75rem; border-radius: 8px }
  small { display: block; margin-top: 1rem; color: #6b7280 }
  table { border-collapse: collapse; width: 100% }
  th, td { text-align: start; padding: .35rem .75rem .35rem 0; border-top: 1px solid #e9ebee; vertical-align: top; font-size: .9rem }
  th { font-weight: 500; white-space: nowrap }
  code { font-size: .85rem; overflow-wrap: anywhere }
  a { color: #3e47b8 }`

/** A page of the local stack. It has no script, and no other site can frame it. */
export function sendPage(response: ServerResponse, status: number, title: string, body: string, kind = '') {
  const nonce = randomBytes(16).toString('base64')
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    // No form-action, because Chrome also applies it to the redirect to the client.
    'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  response.end(`<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${escape(title)}</title>
  <style nonce="${nonce}">${style}</style>
  <main class="${kind}">
    <h1>${escape(title)}</h1>
    ${body}
  </main>
</html>
`)
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export function escape(text: string) {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
}
