import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { basename, extname, join } from 'node:path'
import type { BrowserContext, Page, Request, Response } from 'playwright-core'
import { build } from 'vite'
import { listen } from '../support/node/servers/listen.ts'
import { launch, logIn } from './browser.ts'

/** Where `npm run console` serves the example. */
export const consoleOrigin = 'http://localhost:5173'

/** An origin that the identity provider does not know. */
export const strangeOrigin = 'http://strange.example:5174'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

type Stack = { readonly baseUrl: string; readonly issuer: string }

/** Builds the console, or another example, for the stack into a folder. */
export async function buildConsole(
  { baseUrl, issuer }: Stack,
  outDir: string,
  root = 'examples/console',
): Promise<void> {
  process.env['VITE_SERVICE_URL'] = baseUrl
  process.env['VITE_ISSUER'] = issuer
  await build({ root, logLevel: 'warn', build: { outDir } })
}

/**
 * Serves a built console. The browser finds it at its fixed origin, although it listens on a free port, so that test runs do
 * not compete for one.
 */
export async function startConsole(folder: string) {
  const server = await listen((request, response) => void sendFile(folder, request.url ?? '/', response))
  const origins = [consoleOrigin, strangeOrigin].map((origin) => `MAP ${new URL(origin).host} 127.0.0.1:${server.port}`)
  const browser = await launch([`--host-resolver-rules=${origins.join(',')}`])
  return {
    browser,
    async close() {
      await browser.close()
      await server.close()
    },
  }
}

async function sendFile(folder: string, url: string, response: ServerResponse) {
  const { pathname } = new URL(url, consoleOrigin)
  const file = pathname === '/' ? 'index.html' : basename(pathname)
  const path = join(folder, file === 'index.html' ? '' : 'assets', file)
  const body = await readFile(path).catch(() => undefined)
  response.writeHead(body ? 200 : 404, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream' }).end(body)
}

/** Signs in with the identity provider, and waits for the list of orders. */
export async function signIn(context: BrowserContext, email: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/')
  await page.locator('button.main').click()
  await logIn(page, email)
  await page.waitForURL(`${consoleOrigin}/`)
  await page.locator('table.cards').waitFor()
  return page
}

export type Requested = { readonly method: string; readonly path: string; readonly bytes: number }

const settledMs = 500

/** What the page requests from the service while the work lasts, besides pictures, which the browser keeps. */
export async function requestsDuring(page: Page, baseUrl: string, work: () => Promise<unknown>): Promise<Requested[]> {
  const found: Promise<Requested>[] = []
  const open = new Set<Request>()
  const isCounted = (url: string) => {
    const { origin, pathname } = new URL(url)
    return origin === baseUrl && !pathname.startsWith('/media/')
  }
  const began = (request: Request) => void (isCounted(request.url()) && open.add(request))
  const ended = (request: Request) => void open.delete(request)
  const answered = (response: Response) => {
    ended(response.request())
    if (!isCounted(response.url())) return
    const [method, path] = [response.request().method(), new URL(response.url()).pathname]
    found.push(response.body().then(({ length }) => ({ method, path, bytes: length })))
  }
  page.on('request', began).on('requestfailed', ended).on('response', answered)
  await work()
  for (let known = -1; known !== found.length || open.size > 0;) {
    known = found.length
    await page.waitForTimeout(settledMs)
  }
  page.off('request', began).off('requestfailed', ended).off('response', answered)
  return Promise.all(found)
}
