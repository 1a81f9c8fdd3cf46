import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Settings } from '../settings.ts'
import { escape, sendPage } from './html.ts'
import { password, roleOf, users } from './users.ts'

/** The client for front ends of one's own, which may be at any loopback port. */
export const frontEndClient = 'merchant-console'

type Stack = Pick<Settings, 'baseUrl' | 'issuer' | 'ports' | 'dir' | 'origins' | 'commandPrefix'>

/** What the local stack has, by what it is for. */
const listOf = ({ baseUrl, issuer, ports, dir, origins, commandPrefix }: Stack) => ({
  service: {
    console: `${baseUrl}/console`,
    mcp: `${baseUrl}/api/mcp`,
    documentation: `${baseUrl}/docs`,
    openapi: `${baseUrl}/openapi.json`,
    ready: `${baseUrl}/readyz`,
  },
  sign_in: {
    issuer,
    client_id: frontEndClient,
    redirect_uri: `any address at ${['http://localhost', 'http://127.0.0.1', 'http://[::1]', ...origins].join(', ')}`,
    scope: 'openid email profile',
  },
  data: {
    postgres: `127.0.0.1:${ports.postgres}, database "commerce"`,
    neon_endpoint: `http://127.0.0.1:${ports.neonEndpoint}/sql`,
    folder: dir,
  },
  commands: {
    token: `${commandPrefix}npm run -s token -- owner@acme.test`,
    events: `${commandPrefix}npm run -s listen -- 'order.*'`,
    storefront: 'npm run storefront',
    reset: `${commandPrefix}npm run dev -- --reset`,
  },
})

/** Lists what the local stack has, as a page or, for a program, as JSON. */
export function sendDevPage(request: IncomingMessage, response: ServerResponse, stack: Stack): void {
  const list = listOf(stack)
  const people = users.map((user) => ({ email: user.email, name: user.name, role: roleOf(user), password }))
  const wantsJson = request.url?.startsWith('/dev.json') || request.headers.accept?.startsWith('application/json')
  if (wantsJson) {
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    response.end(`${JSON.stringify({ ...list, users: people }, null, 2)}\n`)
    return
  }
  const table = (rows: readonly (readonly [string, string])[]) =>
    `<table>${rows.map(([name, text]) => `<tr><th scope="row">${escape(name)}</th><td>${shown(text)}</td></tr>`).join('')}</table>`
  const sections = Object.entries(list).map(
    ([title, entries]) =>
      `<h2>${escape(titles[title] ?? title)}</h2>${table(Object.entries(entries).map(([name, text]) => [name.replaceAll('_', ' '), text]))}`,
  )
  sendPage(
    response,
    200,
    'The local stack',
    `${sections.join('')}<h2>Users, all with the password “${escape(password)}”</h2>
    ${table(people.map(({ email, name, role }) => [email, `${name}, ${role}`]))}
    <small>The same as JSON: <a href="/dev.json">/dev.json</a>. Nothing of this is deployed.</small>`,
    'wide',
  )
}

const titles: Readonly<Record<string, string>> = {
  service: 'Service',
  sign_in: 'Signing in from a front end of your own',
  data: 'Data',
  commands: 'Commands',
}

const shown = (text: string) =>
  /^http\S+$/.test(text) ? `<a href="${escape(text)}">${escape(text)}</a>` : `<code>${escape(text)}</code>`
