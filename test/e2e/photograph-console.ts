import { mkdir } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { launch, logIn, openContext, savePicture } from './browser.ts'

// `npm run photograph`, beside `npm run dev`: every screen of the console, in both languages, sizes and schemes. To look at.
// `npm run photograph -- home commands` takes those alone; the first picture of the README is made anew with `--readme`.

const base = process.env['BASE_URL'] ?? 'http://127.0.0.1:8787'
const folder = 'dist/photographs'
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } }

type Screen = {
  readonly name: string
  readonly path: string
  /** What is on the screen when it is complete. */
  readonly ready: string
  /** What is opened on it, or what happens while it is open. */
  readonly open?: (page: Page) => Promise<void>
  /** What shows then, if it is no dialog or menu. */
  readonly opened?: string
  readonly close?: (page: Page) => Promise<void>
}

const orders = { path: '/console/acme/orders', ready: '[data-row]' }

const notice = '.notices [role=status]'

const keysFile = '**/console/assets/keys-*'

const order = { path: '/console/acme/orders?status=confirmed&fulfillment_status=preparing', ready: '[data-row]' }

/** The button with this text in either language. */
const press = (page: Page, text: RegExp) => page.getByRole('button', { name: text }).first().click()

const openOrder = async (page: Page) => {
  await page.locator('[data-row]').first().click()
  await page.locator('.sums').waitFor()
}

const home = { path: '/console/acme', ready: '.week' }

const all: readonly Screen[] = [
  { name: 'home', ...home },
  {
    name: 'home-chart',
    ...home,
    async open(page) {
      await page.locator('.week').hover()
      await page.locator('.recharts-surface').waitFor()
      await page.locator('.line-chart').hover({ position: { x: 150, y: 60 } })
    },
    opened: '.recharts-tooltip-wrapper',
  },
  { name: 'home-new', path: '/console/-/stores', ready: 'form', open: openNewShop, opened: '.steps' },
  {
    name: 'search',
    ...home,
    async open(page) {
      await page.keyboard.press('Control+k')
      await page.locator('[role=dialog] input').waitFor()
      await page.keyboard.type('candle')
    },
    opened: '.found [data-action] .figures',
  },
  { name: 'orders', ...orders },
  { name: 'orders-filter', ...orders, open: (page) => press(page, /^(Filter|تصفية)$/) },
  {
    name: 'orders-product',
    ...orders,
    async open(page) {
      await press(page, /^(Filter|تصفية)$/)
      await press(page, /^(Product|المنتج)$/)
      await page.getByRole('combobox').focus()
      await page.keyboard.type('ca')
    },
    opened: '[role=option]',
  },
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
  { name: 'order', ...order, open: openOrder, opened: '.timeline' },
  {
    name: 'order-more',
    ...order,
    async open(page) {
      await openOrder(page)
      await press(page, /^(More|المزيد)$/)
    },
  },
  {
    name: 'order-form',
    ...order,
    async open(page) {
      await openOrder(page)
      await page.locator('.actions button').first().click()
    },
  },
  { name: 'order-done', path: '/console/acme/orders/1001', ready: '.sums' },
  { name: 'start', path: '/console/-/stores', ready: 'form' },
  { name: 'not-found', path: '/console/acme/nothing', ready: 'h1' },
  {
    name: 'offline',
    ...orders,
    open: (page) => page.context().setOffline(true),
    opened: notice,
    close: (page) => page.context().setOffline(false),
  },
  {
    name: 'part-missing',
    ...orders,
    async open(page) {
      await page.route(keysFile, (route) => route.fulfill({ status: 404 }))
      await page.keyboard.press('?')
    },
    opened: notice,
    close: (page) => page.unroute(keysFile),
  },
  {
    name: 'signed-out',
    ...orders,
    async open(page) {
      await page.evaluate(`fetch('/api/sessions/current', { method: 'DELETE', headers: { 'X-Console': '1' } })`)
      await page.getByRole('searchbox').fill('Zo')
    },
    async close(page) {
      await page.locator('[role=dialog] a').click()
      await signIn(page)
    },
  },
]

const isForReadme = process.argv.includes('--readme')
const asked = isForReadme ? ['home'] : process.argv.slice(2)
const screens = asked.length === 0 ? all : all.filter(({ name }) => asked.includes(name))

/** A shop in which nothing has been done yet. The first time, it is made. */
async function openNewShop(page: Page): Promise<void> {
  const slug = 'dar-al-attar'
  const body = JSON.stringify({ name: 'Dar Al Attar', slug, currency: 'KWD', timezone: 'Asia/Kuwait' })
  await page.evaluate(
    `fetch('/api/stores', { method: 'POST', headers: { 'X-Console': '1', 'Content-Type': 'application/json' }, body: ${JSON.stringify(body)} })`,
  )
  await page.goto(`/console/${slug}`)
}

async function signIn(page: Page): Promise<void> {
  await logIn(page, 'owner@acme.test')
  await page.waitForURL(/\/console\/acme/)
}

const browser = await launch()
await mkdir(folder, { recursive: true })
for (const language of ['en', 'ar'] as const)
  for (const scheme of ['light', 'dark'] as const) {
    const context = await openContext(browser, base, { scheme, locale: language === 'ar' ? 'ar-KW' : 'en-GB' })
    const page = await context.newPage()
    await page.goto(base)
    await signIn(page)
    for (const [size, viewport] of Object.entries(sizes))
      for (const { name, path, ready, open, opened = '[role=dialog], [role=menu]', close } of screens) {
        await page.setViewportSize(viewport)
        await page.goto(path)
        await page.locator(ready).first().waitFor()
        await page.waitForLoadState('networkidle')
        if (open) {
          await open(page)
          await page.locator(opened).locator('visible=true').first().waitFor()
          // It fades in.
          await page.waitForTimeout(300)
        }
        await page.screenshot({ path: `${folder}/${name}-${size}-${language}-${scheme}.png`, animations: 'disabled' })
        if (isForReadme && `${size} ${language} ${scheme}` === 'desktop en light')
          await savePicture(page, 'docs/screenshots/home-desktop.webp')
        await close?.(page)
      }
    await context.close()
  }
await browser.close()
console.log(`The photographs are in ${folder}.`)
