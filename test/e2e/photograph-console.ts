import { mkdir } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { launch, logIn, openContext } from './browser.ts'

// `npm run photograph`, beside `npm run dev`: every screen of the console, in both languages, sizes and schemes. To look at.

const base = process.env['BASE_URL'] ?? 'http://127.0.0.1:8787'
const folder = 'dist/photographs'

const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } } as const

type Screen = {
  readonly name: string
  readonly path: string
  /** What is on the screen when it is complete. */
  readonly ready: string
  /** What is opened on it. */
  readonly open?: (page: Page) => Promise<void>
}

const orders = { path: '/console/acme/orders', ready: '[data-row]' }

const screens: readonly Screen[] = [
  { name: 'orders', ...orders },
  { name: 'orders-filter', ...orders, open: (page) => page.locator('[aria-haspopup=dialog]').first().click() },
  {
    name: 'orders-found',
    path: '/console/acme/orders?status=pending,confirmed&sort=-total_amount',
    ready: '[data-row]',
  },
  { name: 'orders-nothing', path: '/console/acme/orders?search=zzzz', ready: 'h2' },
  { name: 'commands', ...orders, open: (page) => page.keyboard.press('Control+k') },
  { name: 'keys', ...orders, open: (page) => page.keyboard.press('?') },
  { name: 'person', ...orders, open: (page) => page.locator('.person').click() },
  { name: 'stores', ...orders, open: (page) => page.locator('.top [aria-haspopup=menu]').first().click() },
  { name: 'order', path: '/console/acme/orders/1001', ready: '.sums' },
  { name: 'start', path: '/console/-/stores', ready: 'form' },
  { name: 'not-found', path: '/console/acme/nothing', ready: 'h1' },
]

const browser = await launch()
await mkdir(folder, { recursive: true })
for (const language of ['en', 'ar'] as const)
  for (const scheme of ['light', 'dark'] as const) {
    const context = await openContext(browser, base, { scheme, locale: language === 'ar' ? 'ar-KW' : 'en-GB' })
    const page = await context.newPage()
    await page.goto(base)
    await logIn(page, 'owner@acme.test')
    await page.waitForURL(/\/console\/acme/)
    for (const [size, viewport] of Object.entries(sizes))
      for (const { name, path, ready, open } of screens) {
        await page.setViewportSize(viewport)
        await page.goto(path)
        await page.locator(ready).first().waitFor()
        await page.waitForLoadState('networkidle')
        if (open) {
          await open(page)
          await page.locator('[role=dialog], [role=menu]').locator('visible=true').first().waitFor()
          // It fades in.
          await page.waitForTimeout(300)
        }
        await page.screenshot({ path: `${folder}/${name}-${size}-${language}-${scheme}.png`, animations: 'disabled' })
      }
    await context.close()
  }
await browser.close()
console.log(`The photographs are in ${folder}.`)
