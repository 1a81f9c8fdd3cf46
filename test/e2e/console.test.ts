import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { decodeJwt } from 'jose'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { accessibilityProblems } from './accessibility.ts'
import { looks } from './effort.ts'
import { logIn, openContext, problemsOf, sizes } from './browser.ts'
import { buildConsole, consoleOrigin, requestsDuring, signIn, startConsole, strangeOrigin } from './console-driver.ts'

const stack = inject('stack')
const { baseUrl, issuer } = stack
const screenshots = fileURLToPath(new URL('../../examples/console/screenshots/', import.meta.url))

let served: Awaited<ReturnType<typeof startConsole>>
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commerce-console-'))
  await buildConsole(stack, folder)
  served = await startConsole(folder)
})
afterAll(async () => {
  await served.close()
  await rm(folder, { recursive: true, force: true })
})

/** Signs a person in on a desktop, and fails on every error of the console's scripts or violation of its policy. */
async function asPerson(email: string, work: (page: Page, problems: string[]) => Promise<void>) {
  const context = await openContext(served.browser, consoleOrigin)
  const problems = problemsOf(context)
  try {
    await work(await signIn(context, email), problems)
    expect(problems).toEqual([])
  } finally {
    await context.close()
  }
}

const open = async (page: Page, path: string) => {
  await page.goto(`${consoleOrigin}/#${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
}

const pick = async (page: Page, label: string, search: string) => {
  const field = page.getByRole('combobox', { name: label })
  await field.fill(search)
  await page.getByRole('option').filter({ hasText: search }).first().waitFor()
  await field.press('ArrowDown')
  await field.press('ArrowUp')
  await field.press('Enter')
}

describe('signing in from another origin', () => {
  test('gives a token for the service, with which the console lists orders', () =>
    asPerson('owner@acme.test', async (page) => {
      const stored: unknown = JSON.parse(await page.evaluate("sessionStorage.getItem('token')"))
      expect(decodeJwt(String(Object(stored).value))).toMatchObject({
        iss: issuer,
        aud: baseUrl,
        sub: 'user_owner_acme',
      })
      await expect.poll(() => page.locator('table.cards tbody tr').count()).toBe(20)
      // The code is gone from the address, so that a reload or a bookmark does not use it again.
      expect(page.url()).toBe(`${consoleOrigin}/`)
    }))

  test('a token request from an unknown origin is refused by the browser', async () => {
    const context = await openContext(served.browser, strangeOrigin)
    try {
      const page = await context.newPage()
      await page.goto('/')
      const request = `fetch('${issuer}/token', { method: 'POST', body: new URLSearchParams({ client_id: 'merchant-console', grant_type: 'authorization_code' }) })`
      const answer = await page.evaluate(`${request}.then(({ status }) => status, () => 'refused')`)
      expect(answer).toBe('refused')
      // The same request from the console's origin is answered, although its code is missing.
      await page.goto(`${consoleOrigin}/`)
      expect(await page.evaluate(`${request}.then(({ status }) => status, () => 'refused')`)).toBe(400)
    } finally {
      await context.close()
    }
  })

  test('signing out forgets the token, and the next person must give a password', () =>
    asPerson('owner@acme.test', async (page) => {
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('button', { name: 'Sign in' }).click()
      await logIn(page, 'viewer@acme.test')
      await page.locator('table.cards').waitFor()
      await page.locator('table.cards a').first().click()
      await page.getByText('There is nothing to do for this order.').waitFor()
    }))
})

describe('a merchant at work', () => {
  test('searches and filters orders', () =>
    asPerson('owner@acme.test', async (page) => {
      await page.getByLabel('Status').selectOption('pending')
      await page.waitForURL('**/#/orders?status=pending')
      const rows = page.locator('table.cards tbody tr')
      // Until the list has loaded, the rows are those of the one before.
      await expect.poll(() => rows.filter({ hasNotText: 'Pending' }).count()).toBe(0)
      await expect.poll(() => rows.count()).toBeGreaterThan(0)
      const name = await rows.first().getByRole('link').innerText()
      await page.getByLabel('Search').fill(name)
      await page.waitForURL('**search=*')
      await page.getByText('1 found', { exact: true }).waitFor()
      await expect.poll(() => rows.getByRole('link').allInnerTexts()).toEqual([name])
    }))

  test('creates an order, confirms it, ships a part, and takes a payment', () =>
    asPerson('owner@acme.test', async (page) => {
      await open(page, '/new_order')
      await page.getByRole('button', { name: 'Create order' }).click()
      await page.getByText('Choose a customer.').waitFor()
      await pick(page, 'Find a customer by name, phone or email', 'Zoë García')
      await pick(page, 'Find a product by title or SKU', 'Pour-over Kettle')
      await page.getByRole('spinbutton').fill('3')
      await page.getByText('$216.00').waitFor()
      await pick(page, 'Find a product by title or SKU', 'Cast Iron Pan')
      await page.getByText('$282.60').waitFor()
      await page.getByRole('button', { name: 'Create order' }).click()
      await page.getByRole('heading', { name: /^Order #\d+$/ }).waitFor()

      const actions = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Actions' }) })
      const act = async (name: string, fill: () => Promise<unknown> = async () => {}) => {
        await actions.getByRole('button', { name }).click()
        const form = actions.getByRole('form', { name })
        await fill()
        await form.getByRole('button', { name }).click()
        await page.getByText(`Done: ${name}`).waitFor()
        await form.waitFor({ state: 'detached' })
      }
      await act('Confirm')
      await page.locator('.badges').getByText('Confirmed').waitFor()

      await act('Ship', async () => {
        const quantity = actions.getByLabel('Pour-over Kettle')
        expect(await quantity.inputValue()).toBe('3')
        expect(await quantity.getAttribute('max')).toBe('3')
        await quantity.fill('1')
        await actions.getByLabel('Cast Iron Pan').fill('0')
        await actions.getByLabel('Carrier').fill('Aramex')
      })
      await page.getByText('1 of 3 shipped').waitFor()
      await page.locator('.timeline').getByText('Aramex').waitFor()
      await actions.getByRole('button', { name: 'Ship' }).click()
      await actions.getByText('at most 2').waitFor()
      await actions.getByRole('button', { name: 'Close' }).click()

      await act('Record a payment', async () => {
        expect(await actions.getByLabel('Amount').inputValue()).toBe('282.6')
        await actions.getByLabel('Amount').fill('16.5')
      })
      await page.locator('.badges').getByText('Partly paid').waitFor()
      await actions.getByRole('button', { name: 'Record a payment' }).click()
      expect(await actions.getByLabel('Amount').inputValue()).toBe('266.1')
    }))

  test('sees the whole timeline of an order, the newest part first', () =>
    asPerson('owner@acme.test', async (page) => {
      await page.locator('table.cards a').last().click()
      const entries = page.locator('.timeline li')
      await entries.first().waitFor()
      const before = await entries.count()
      const token: unknown = JSON.parse(await page.evaluate("sessionStorage.getItem('token')"))
      const id = new URL(page.url()).hash.split('/').at(-1)
      for (let nth = 1; nth <= 20; nth++) {
        const { status } = await fetch(`${baseUrl}/api/orders/${id}/notes`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${Object(token).value}`, 'Content-Type': 'application/json' },
          body: JSON.stringify({ body: `Call ${nth}` }),
        })
        expect(status).toBe(200)
      }
      await page.reload()
      await page.locator('.timeline').getByText('Call 20', { exact: true }).waitFor()
      await expect.poll(() => entries.count()).toBe(20)
      await page.getByRole('button', { name: 'Earlier events' }).click()
      await page.locator('.timeline').getByText('Order created').waitFor()
      await expect.poll(() => entries.count()).toBe(20 + before)
    }))

  test('is told what the service refuses, and about changes by others', () =>
    asPerson('owner@acme.test', async (page, problems) => {
      await open(page, '/new_order')
      await pick(page, 'Find a customer by name, phone or email', 'Zoë García')
      await pick(page, 'Find a product by title or SKU', 'Cast Iron Pan')
      await page.getByRole('spinbutton').fill('999999')
      await page.getByRole('button', { name: 'Create order' }).click()
      await page.getByRole('alert').getByText('in stock; 999999 requested').waitFor()
      await page.getByRole('spinbutton').fill('1')
      await page.getByRole('button', { name: 'Create order' }).click()
      await page.getByRole('heading', { name: /^Order #\d+$/ }).waitFor()

      const other = await page.context().newPage()
      await other.goto(page.url())
      const token = await page.evaluate("sessionStorage.getItem('token')")
      await other.evaluate((stored) => sessionStorage.setItem('token', String(stored)), token)
      await other.reload()
      await other.getByRole('button', { name: 'Confirm' }).click()
      await other.getByRole('form').getByRole('button', { name: 'Confirm' }).click()
      await other.getByText('Done: Confirm').waitFor()

      await page.getByRole('button', { name: 'Cancel the order' }).click()
      await page.getByRole('form').getByRole('button', { name: 'Cancel the order' }).click()
      await page.getByText('The order was changed in the meantime').waitFor()
      await page.locator('.badges').getByText('Confirmed').waitFor()
      // The browser logs every 4xx response.
      for (const text of problems.splice(0)) expect(text).toMatch(/status of 4(09|22)/)
    }))

  test('reads a conversation and leaves a note', () =>
    asPerson('staff@acme.test', async (page) => {
      await open(page, '/inbox')
      await page.locator('.conversations li.unread a').first().click()
      await page.getByRole('radio', { name: 'Internal note' }).check()
      await page.getByLabel('Your message').fill('Asked the courier')
      await page.getByRole('button', { name: 'Send' }).click()
      await page.locator('.bubble.note').getByText('Asked the courier').waitFor()
      await page.locator('.bubble.note').getByText('Sara Nasser').waitFor()
    }))

  test('gives a product a picture', () =>
    asPerson('owner@acme.test', async (page, problems) => {
      await open(page, '/products?search=Gift+Card')
      const row = page.locator('table.cards tbody tr').filter({ hasText: 'Gift Card' })
      const field = row.getByLabel('Add a picture of Gift Card')
      const text = { name: 'card.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') }
      await field.setInputFiles(text)
      await row.getByRole('alert').getByText('Send a JPEG, PNG, WebP, AVIF or GIF file.').waitFor()
      for (const problem of problems.splice(0)) expect(problem).toMatch(/status of 415/)
      await field.setInputFiles('dev/stack/seed/pictures/fountain-pen.webp')
      await row.getByRole('status').getByText('The picture of Gift Card was added.').waitFor()
      await row.locator('img').waitFor()
      const width = () => page.evaluate('document.querySelector("td.picture img").naturalWidth')
      await expect.poll(width).toBe(600)
    }))

  test('changes between stores', () =>
    asPerson('merchant@both.test', async (page) => {
      await page.getByLabel('Store').selectOption({ label: 'غلوبكس الكويت' })
      await page.getByText('KWD').first().waitFor()
      await page.reload()
      await page.getByText('KWD').first().waitFor()
    }))
})

type Screen = {
  readonly name: string
  readonly path: string
  /** The link on the screen at `path` that leads to it. */
  readonly link?: string
  /** What is there once it has loaded. */
  readonly ready: string
  readonly after?: (page: Page) => Promise<unknown>
}

const screens: readonly Screen[] = [
  { name: 'orders', path: '/orders', ready: 'td .badge' },
  {
    name: 'order',
    path: '/orders?status=confirmed&fulfillment_status=partially_shipped',
    link: 'table.cards a',
    ready: '.timeline li',
    after: async (page) => {
      // To ship the rest.
      await page.locator('.actions button').first().click()
      await page.locator('.action-form').waitFor()
    },
  },
  {
    name: 'new-order',
    path: '/new_order',
    ready: '.picker',
    after: async (page) => {
      await page.locator('.picker input').first().focus()
      await page.getByRole('listbox').first().waitFor()
    },
  },
  { name: 'products', path: '/products', ready: 'td .badge' },
  { name: 'sales', path: '/sales', ready: '.chart rect' },
  { name: 'inbox', path: '/inbox', ready: '.preview' },
  { name: 'conversation', path: '/inbox', link: '.conversations a', ready: '.bubble' },
]

async function show(page: Page, { path, link, ready, after }: Screen) {
  await open(page, path)
  if (link !== undefined) {
    // The list on the screen may still be that of another path.
    await page.reload({ waitUntil: 'networkidle' })
    await page.locator(link).first().click()
  }
  await page.locator(ready).first().waitFor()
  await after?.(page)
}

const languages = [
  { language: 'en', direction: 'ltr', size: 'desktop' },
  { language: 'ar', direction: 'rtl', size: 'phone' },
] as const

test.for(languages)('every screen is accessible and fits, in $language', async ({ language, direction }) => {
  await asPerson('owner@acme.test', async (page) => {
    if (language === 'ar') await page.getByRole('button', { name: 'العربية' }).click()
    for (const screen of screens) {
      await page.setViewportSize(sizes.desktop)
      await show(page, screen)
      expect(await page.evaluate('document.documentElement.dir')).toBe(direction)
      for (const { size, scheme } of looks) {
        await page.setViewportSize(sizes[size])
        await page.emulateMedia({ colorScheme: scheme })
        expect(await accessibilityProblems(page, scheme), `${screen.name} ${size} ${scheme}`).toEqual([])
        const overflow = await page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        )
        expect(overflow, `${screen.name} scrolls sideways on a ${size}`).toBe(0)
      }
    }
  })
})

test('what each screen requests', () =>
  asPerson('owner@acme.test', async (page) => {
    const table: Record<string, readonly string[]> = {}
    const measure = async (name: string, work: () => Promise<unknown>) => {
      const all = await requestsDuring(page, baseUrl, work)
      // The screen of the new order follows, which is measured for itself.
      const requests = name === 'new order' ? all.slice(0, all.findIndex(({ method }) => method === 'POST') + 1) : all
      table[name] = requests
        .map(({ method, path }) => `${method} ${path.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, '{id}')}`)
        .toSorted()
      const bytes = requests.reduce((sum, each) => sum + each.bytes, 0)
      // For the table in examples/console/README.md
      console.log(`| ${name} | ${requests.length} | ${(bytes / 1024).toFixed(1)} KB |`)
      return bytes
    }
    const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click()
    await measure('start', () => page.reload())
    const listBytes = await measure('orders', () => open(page, '/orders?status=pending'))
    expect(listBytes).toBeLessThan(8 * 1024)
    await measure('order', () => page.locator('table.cards a').first().click())
    await measure('action', async () => {
      await press('Confirm')
      await page.getByRole('form').getByRole('button', { name: 'Confirm' }).click()
      await page.getByText('Done: Confirm').waitFor()
    })
    await measure('new order', async () => {
      await open(page, '/new_order')
      for (const picker of await page.locator('.picker').all()) {
        await picker.getByRole('combobox').focus()
        await picker.getByRole('option').first().click()
      }
      await press('Create order')
      await page.getByRole('heading', { name: /^Order #/ }).waitFor()
    })
    await measure('products', () => open(page, '/products'))
    await measure('sales', () => open(page, '/sales'))
    await measure('inbox', () => open(page, '/inbox'))
    await measure('conversation', () => page.locator('.conversations .unread a').first().click())
    expect(table).toEqual({
      start: ['GET /api/me', 'GET /api/orders'],
      orders: ['GET /api/orders'],
      order: ['GET /api/orders/{id}'],
      action: ['POST /api/orders/{id}/confirm'],
      'new order': ['GET /api/customers', 'GET /api/products', 'POST /api/orders'],
      products: ['GET /api/products'],
      sales: ['GET /api/analytics/sales'],
      inbox: ['GET /api/inbox/conversations'],
      conversation: ['GET /api/inbox/conversations/{id}', 'PATCH /api/inbox/conversations/{id}'],
    })
  }))

/** Of examples/console/README.md and README.md. */
const pictures = [
  { language: 'en', size: 'desktop', of: ['orders', 'order'] },
  { language: 'en', size: 'phone', of: ['orders'] },
  { language: 'ar', size: 'phone', of: ['order', 'conversation'] },
] as const

// Renews the pictures: SCREENSHOTS=1 npx vitest run --config test/vitest.config.ts --project e2e console
test.each(process.env['SCREENSHOTS'] === undefined ? [] : pictures)(
  'screenshots in $language on a $size',
  async ({ language, size, of }) => {
    await mkdir(screenshots, { recursive: true })
    await asPerson('owner@acme.test', async (page) => {
      if (language === 'ar') await page.getByRole('button', { name: 'العربية' }).click()
      await page.setViewportSize(sizes[size])
      const protocol = await page.context().newCDPSession(page)
      for (const screen of screens.filter(({ name }) => of.some((each) => each === name))) {
        await show(page, screen)
        // Playwright itself writes no WebP, which is a third of a PNG.
        const { data } = await protocol.send('Page.captureScreenshot', { format: 'webp', quality: 80 })
        await writeFile(`${screenshots}${screen.name}-${size}-${language}.webp`, data, 'base64')
      }
    })
  },
)
