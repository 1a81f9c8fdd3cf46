import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { password, users } from './users.ts'

type Login = { action: string; email: string; problem?: string | undefined }

const style = `
  body { font: 16px/1.5 system-ui, sans-serif; background: #f4f4f2; color: #1c1c1a; display: grid; place-items: center; min-height: 100vh; margin: 0 }
  main { background: #fff; padding: 2rem; border-radius: 12px; box-shadow: 0 1px 4px #0002; width: min(22rem, 84vw) }
  h1 { font-size: 1.25rem; margin: 0 0 1rem }
  label { display: block; margin: .75rem 0 .25rem }
  input, button { font: inherit; width: 100%; box-sizing: border-box; padding: .55rem .7rem; border: 1px solid #b9b9b4; border-radius: 8px }
  button { margin-top: 1.25rem; background: #1c1c1a; color: #fff; border-color: #1c1c1a; cursor: pointer }
  :is(input, button):focus-visible { outline: 3px solid #3b82f6; outline-offset: 1px }
  [role=alert] { background: #fdecea; color: #8a1c12; padding: .5rem .75rem; border-radius: 8px }
  small { display: block; margin-top: 1rem; color: #5c5c57 }`

export function sendLoginPage(response: ServerResponse, { action, email, problem }: Login) {
  const options = users.map((user) => `<option value="${escape(user.email)}">`).join('')
  sendPage(
    response,
    problem === undefined ? 200 : 401,
    'Sign in',
    `${problem === undefined ? '' : `<p role="alert">${escape(problem)}</p>`}
    <form method="post" action="${escape(action)}">
      <label for="email">Email</label>
      <input id="email" name="email" type="email" list="users" required autofocus autocomplete="username" value="${escape(email)}">
      <datalist id="users">${options}</datalist>
      <label for="password">Password</label>
      <input id="password" name="password" type="password" required autocomplete="current-password">
      <button>Sign in</button>
    </form>
    <small>This is the local identity provider. Every user's password is “${escape(password)}”.</small>`,
  )
}

export function sendErrorPage(response: ServerResponse, problem: string) {
  sendPage(response, 400, 'Sign-in failed', `<p role="alert">${escape(problem)}</p>`)
}

function sendPage(response: ServerResponse, status: number, title: string, body: string) {
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
  <main>
    <h1>${escape(title)}</h1>
    ${body}
  </main>
</html>
`)
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escape(text: string) {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
}
