import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sparticuz from '@sparticuz/chromium'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { chromiumLibraries } from './chromium-libraries.ts'

/** On Linux x64, the Chromium of the npm package; elsewhere the installed Chrome. */
export async function launch(args: readonly string[] = []): Promise<Browser> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return chromium.launch({ channel: 'chrome', args: [...args] })
  const executablePath = await sparticuz.executablePath()
  return chromium.launch({
    executablePath,
    // The sandbox does not work for root in a container. Only our own pages are opened.
    args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none', ...args],
    env: {
      ...process.env,
      ...(await chromiumLibraries(executablePath, join(tmpdir(), 'chromium-libraries'))),
      FONTCONFIG_FILE: await fonts(),
    },
  })
}

/** Makes the package's Open Sans the system font, so that screenshots look like what people see. */
async function fonts(): Promise<string> {
  const dir = join(tmpdir(), 'commerce-e2e-fonts')
  await mkdir(dir, { recursive: true })
  const file = join(dir, 'fonts.conf')
  const prefer = (family: string, font: string) =>
    `<alias binding="same"><family>${family}</family><prefer><family>${font}</family></prefer></alias>`
  await writeFile(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
    <dir>/usr/share/fonts</dir><dir>/usr/local/share/fonts</dir><dir>${join(tmpdir(), 'fonts')}</dir><cachedir>${join(dir, 'cache')}</cachedir>
    ${prefer('system-ui', 'Open Sans')}${prefer('sans-serif', 'Open Sans')}${prefer('monospace', 'DejaVu Sans Mono')}
    </fontconfig>`,
  )
  return file
}

export const sizes = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 900 } } as const

export type Look = {
  readonly size?: keyof typeof sizes
  readonly scheme?: 'light' | 'dark'
  readonly script?: boolean
  readonly locale?: string
}

/** A new browser context without cookies. */
export async function openContext(browser: Browser, baseURL: string, look: Look = {}): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL,
    viewport: sizes[look.size ?? 'desktop'],
    // The languages that the browser accepts.
    locale: look.locale ?? 'en-GB',
    colorScheme: look.scheme ?? 'light',
    javaScriptEnabled: look.script ?? true,
    permissions: look.script === false ? [] : ['clipboard-read', 'clipboard-write'],
    reducedMotion: 'reduce',
  })
  // Only what hangs should meet it: a busy machine can be ten times as slow.
  context.setDefaultTimeout(120_000)
  return context
}

/** Collects, from all of its pages, errors of scripts, violations of the policy and requests that failed. */
export function problemsOf(context: BrowserContext): string[] {
  const problems: string[] = []
  context.on('console', (message) => void (message.type() === 'error' && problems.push(message.text())))
  context.on('weberror', (error) => void problems.push(error.error().message))
  return problems
}

/** Playwright itself writes no WebP, which is a third of a PNG. Without a part, the picture shows the whole page. */
export async function savePicture(
  page: Page,
  file: string,
  part?: { x: number; y: number; width: number; height: number } | null,
): Promise<void> {
  const protocol = await page.context().newCDPSession(page)
  const { cssContentSize } = await protocol.send('Page.getLayoutMetrics')
  const { data } = await protocol.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 80,
    captureBeyondViewport: true,
    clip: { ...(part ?? cssContentSize), scale: 1 },
  })
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, data, 'base64')
}

/** Fills in the identity provider's sign-in form, which must be open. */
export async function logIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('demo')
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Signs in on the way to a settings page. */
export async function openAs(page: Page, email: string, path = '/settings/mcp'): Promise<void> {
  await page.goto(path)
  await logIn(page, email)
  await page.waitForURL((url) => url.pathname.startsWith('/settings') && !url.pathname.endsWith('/callback'))
}
