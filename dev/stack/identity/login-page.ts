import type { ServerResponse } from 'node:http'
import { escape, sendPage } from './html.ts'
import { password, roleOf, type User, users } from './users.ts'

type Login = { action: string; email: string; problem?: string | undefined }

/** One click signs in as a user of the local stack, the owner first; any of them can be typed as well. */
export function sendLoginPage(response: ServerResponse, { action, email, problem }: Login) {
  const [owner, ...others] = users
  const known = (user: User, kind = '') => `
    <form method="post" action="${escape(action)}">
      <input type="hidden" name="email" value="${escape(user.email)}">
      <input type="hidden" name="password" value="${escape(password)}">
      <button class="${kind}">Continue as <bdi>${escape(user.name)}</bdi><span>${escape(roleOf(user))} · ${escape(user.email)}</span></button>
    </form>`
  sendPage(
    response,
    problem === undefined ? 200 : 401,
    'Sign in',
    `${problem === undefined ? '' : `<p role="alert">${escape(problem)}</p>`}
    <div class="known">
      ${owner ? known(owner, 'first') : ''}
      <details><summary>Somebody else</summary>${others.map((user) => known(user)).join('')}</details>
    </div>
    <h2>Or with an email address</h2>
    <form method="post" action="${escape(action)}" class="typed">
      <label for="email">Email</label>
      <input id="email" name="email" type="email" required autocomplete="username" value="${escape(email)}">
      <label for="password">Password</label>
      <input id="password" name="password" type="password" required autocomplete="current-password">
      <button>Sign in</button>
    </form>
    <small>This is the identity provider of the local stack, which is never deployed. Every password is “${escape(password)}”.</small>`,
  )
}

export function sendErrorPage(response: ServerResponse, problem: string) {
  sendPage(response, 400, 'Sign-in failed', `<p role="alert">${escape(problem)}</p>`)
}
