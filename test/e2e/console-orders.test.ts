import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ar } from '../../console/src/words/ar.ts'
import { list as arList } from '../../console/src/words/ar/list.ts'
import { order as arOrder } from '../../console/src/words/ar/order.ts'
import { en } from '../../console/src/words/en.ts'
import { list as enList } from '../../console/src/words/en/list.ts'
import { order as enOrder } from '../../console/src/words/en/order.ts'
import { variantName } from '../../console/src/parts/pickers/variant-name.ts'
import { launch, sizes } from './browser.ts'
import { asPerson, expectFits } from './in-console.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

const Ordered = z.looseObject({ id: z.string(), number: z.int(), due_amount: z.number() })

/** Sends a request of the console's own, as the person who is signed in. */
const ask = (page: Page, method: string, path: string, body?: object, store = 'acme'): Promise<unknown> =>
  page.evaluate(
    `fetch(${JSON.stringify(path)}, { method: '${method}', headers: { 'X-Console': '1', 'X-Store-Id': '${store}', 'Content-Type': 'application/json' }${
      body ? `, body: ${JSON.stringify(JSON.stringify(body))}` : ''
    } }).then((answer) => answer.json())`,
  )

const Variant = z.object({
  product_id: z.string(),
  variant_id: z.string(),
  product_title: z.string(),
  variant_title: z.string(),
  available: z.number(),
})

/** The variant of which there is most, of a product or of all. */
async function stockOf(page: Page, product_id?: string, store = 'acme') {
  const query = new URLSearchParams({ sort: '-available', limit: '1', ...(product_id !== undefined && { product_id }) })
  const { data } = z
    .object({ data: z.array(Variant) })
    .parse(await ask(page, 'GET', `/api/inventory?${query.toString()}`, undefined, store))
  if (!data[0]) throw new Error('nothing is in stock')
  return data[0]
}

/** An order of two units, which was not there before. */
async function placeOrder(page: Page, store = 'acme') {
  const variant = await stockOf(page, undefined, store)
  if (variant.available < 5) throw new Error('too little is in stock')
  const { product_id, variant_id } = variant
  const order = Ordered.parse(
    await ask(
      page,
      'POST',
      '/api/orders',
      {
        customer: {
          name: `Shaikha ${crypto.randomUUID().slice(0, 8)}`,
          phone: `+1 212 555 ${String(Math.floor(Math.random() * 9000) + 1000)}`,
        },
        items: [{ product_id, variant_id, quantity: 2, unit_price: 12.5 }],
        payment_method: 'cod',
      },
      store,
    ),
  )
  return { ...order, variant }
}

/** Goes to something with the Tab key alone. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let nth = 0; nth < 100; nth++) {
    if (await target.evaluate((element) => element.matches(':focus'))) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the Tab key does not reach ${String(target)}`)
}

const orderOf = async (page: Page, { id }: z.output<typeof Ordered>, store = 'acme') =>
  Ordered.parse(await ask(page, 'GET', `/api/orders/${id}`, undefined, store))

const heading = (page: Page, number: number, name = 'Order') =>
  page.getByRole('heading', { level: 1, name: `${name} #${number}` })

const step = (page: Page, name: string) => page.locator('.actions').getByRole('button', { name, exact: true })

test.for([
  { locale: 'en-GB', store: 'acme', words: en, said: enOrder, part: '5' },
  { locale: 'ar-KW', store: 'globex', words: ar, said: arOrder, part: '٥٫٢٥٠' },
])(
  'a merchant takes an order on a phone from the list until it is paid, and it is so in the books, in $locale',
  async ({ locale, store, words, said, part }) => {
    const { actions, fields, done } = said
    const path = `/console/${store}/orders`
    await asPerson(browser, { email: `owner@${store}.test`, path, locale }, async (page) => {
      await page.setViewportSize(sizes.phone)
      const order = await placeOrder(page, store)
      await page.reload()
      const row = page.getByRole('link', { name: new RegExp(`#${order.number}`) })
      await row.waitFor()
      const requests: string[] = []
      page.on(
        'request',
        (request) => void (request.url().includes('/api/') && requests.push(new URL(request.url()).pathname)),
      )
      await row.click()
      await heading(page, order.number, words.screens.order).waitFor()
      await page.locator('.timeline').waitFor()
      expect(
        requests.filter((each) => each !== '/api/events'),
        'one for the order',
      ).toEqual([`/api/orders/number%3A${order.number}`])
      await step(page, actions.confirm).click()
      await step(page, actions.prepare).click()
      await step(page, actions.ship).click()
      const drawer = page.getByRole('dialog')
      const send = (name: string) => drawer.getByRole('button', { name, exact: true }).click()
      await drawer.getByLabel(fields.tracking_number).fill('DHL-78')
      await send(actions.ship)
      await page.getByText('DHL-78').first().waitFor()
      await page.getByRole('button', { name: actions.tracking }).click()
      await drawer.getByLabel(fields.tracking_number).fill('DHL-77')
      await send(actions.tracking)
      await page.getByText('DHL-77').first().waitFor()
      await step(page, actions.deliver).click()
      await step(page, actions.payments).click()
      await drawer.getByLabel(fields.amount).fill(part)
      await drawer.getByLabel(fields.method).fill('cash')
      await send(actions.payments)
      await page.getByText(done.payments).waitFor()
      await drawer.waitFor({ state: 'hidden' })
      const left = order.due_amount - (store === 'acme' ? 5 : 5.25)
      expect((await orderOf(page, order, store)).due_amount).toBeCloseTo(left, 6)
      await step(page, actions.payments).click()
      await send(actions.payments)
      await drawer.waitFor({ state: 'hidden' })
      await expectFits(page, 'an order that is done')
      expect(await orderOf(page, order, store)).toMatchObject({
        status: 'completed',
        payment_status: 'paid',
        fulfillment_status: 'delivered',
        due_amount: 0,
        overpaid_amount: 0,
        shipments: [{ tracking_number: 'DHL-77', items: [{ quantity: 2 }] }],
      })
    })
  },
)

test.for([
  { size: 'desktop', locale: 'en-GB', words: en, said: enList },
  { size: 'phone', locale: 'ar-KW', words: ar, said: arList },
] as const)(
  'filters, columns and own views are used with the keyboard alone, on a $size in $locale',
  async ({ size, locale, words, said }) => {
    const email = 'owner@acme.test'
    await asPerson(browser, { email, path: '/console/acme/orders', locale }, async (page) => {
      const { variant, number } = await placeOrder(page)
      const name = variantName(variant.product_title, variant.variant_title)
      await page.setViewportSize(sizes[size])
      const enter = async (target: Locator, key = 'Enter') => {
        await tabTo(page, target)
        await page.keyboard.press(key)
      }
      /** The rows before are dimmed until their own come. */
      const answered = async (query: RegExp, act: () => Promise<void>) => {
        const answer = page.waitForResponse((response) => query.test(response.url()))
        await act()
        await answer
        await page.locator('.stale').waitFor({ state: 'detached' })
      }
      const press = (button: string) => enter(page.getByRole('button', { name: button, exact: true }))
      const menu = page.getByRole('dialog')
      const disclose = (filter: string) => enter(menu.getByRole('button', { name: filter, exact: true }))
      await press(said.filter)
      await menu.waitFor()
      await disclose(said.orders.variant)
      const product = menu.getByRole('combobox', { name: said.orders.variant })
      await tabTo(page, product)
      await page.keyboard.type(variant.product_title)
      const option = menu.getByRole('option').filter({ hasText: variant.product_title }).first()
      await option.waitFor()
      const { available } = await stockOf(page, variant.product_id)
      expect(await option.textContent()).toBe(`${name}${said.in_stock(available)}`)
      await expectFits(page, 'a product that is picked', size)
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.waitForURL(/variant_id=/)
      await disclose(said.orders.created)
      const [day, time] = ['2026-01-01', '09:30']
      // The browser's own field has parts for the day, the month and the year, in the order of its language.
      await menu.getByLabel(said.from, { exact: true }).fill(day)
      await menu.getByLabel(said.from, { exact: true }).press('Enter')
      await page.waitForURL(/created_from=2026-01-01/)
      await menu.getByLabel(said.time_of(said.from)).fill(time)
      await menu.getByLabel(said.time_of(said.from)).press('Enter')
      // The store is in New York.
      await page.waitForURL(/created_from=2026-01-01T14%3A30/)
      await disclose(words.orders.total)
      await tabTo(page, menu.getByLabel(said.at_least))
      await page.keyboard.type('٢٠')
      await answered(/total_from=20/, () => page.keyboard.press('Enter'))
      await expectFits(page, 'the filters', size)
      await page.keyboard.press('Escape')
      await menu.waitFor({ state: 'hidden' })
      await page.getByText(`${said.orders.variant}: ${name}`).waitFor()
      await page.getByRole('link', { name: new RegExp(`#${number}`) }).waitFor()
      if (size === 'desktop') {
        await press(said.columns)
        await answered(/fields=[^&]*tags/, () =>
          enter(menu.getByRole('checkbox', { name: words.orders.tags }), 'Space'),
        )
        await page.waitForURL(/columns=/)
        await expectFits(page, 'the columns', size)
        await page.keyboard.press('Escape')
        await menu.waitFor({ state: 'hidden' })
        await page.getByRole('columnheader', { name: words.orders.tags }).waitFor()
      }
      await press(said.save_view)
      await menu.getByLabel(said.view_name).waitFor()
      await page.keyboard.type('Candles')
      await expectFits(page, 'the name of a view', size)
      await page.keyboard.press('Enter')
      const view = page.getByRole('link', { name: 'Candles' })
      await view.waitFor()
      const chosen = page.url()
      await page
        .getByRole('link', { name: new RegExp(said.order_views.all) })
        .first()
        .press('Enter')
      await page.waitForURL((url) => !url.search.includes('variant_id'))
      await page.reload()
      await enter(view)
      await page.waitForURL(chosen)
      await expect.poll(() => view.getAttribute('aria-current')).toBe('page')
    })
  },
)

test('two people change an order at once: the second sees what the first did, and loses nothing typed', async () => {
  await asPerson(browser, { email: 'owner@acme.test', path: '/console/acme/orders' }, async (page) => {
    const order = await placeOrder(page)
    for (let nth = 0; nth < 20; nth++) await ask(page, 'POST', `/api/orders/${order.id}/notes`, { body: `Note ${nth}` })
    await asPerson(
      browser,
      { email: 'staff@acme.test', path: `/console/acme/orders/${order.number}` },
      async (staff, problems) => {
        await heading(staff, order.number).waitFor()
        const placed = staff.locator('.timeline').getByText('Order placed')
        await staff.getByRole('button', { name: 'Show older' }).click()
        await placed.waitFor()
        await step(staff, 'More').click()
        await staff.getByRole('menuitem', { name: 'Put on hold' }).click()
        const drawer = staff.getByRole('dialog')
        await drawer.getByRole('button', { name: 'Put on hold' }).click()
        await drawer.getByText('Fill this in.').waitFor()
        await drawer.getByLabel('Reason').selectOption('no_answer')
        await drawer.getByLabel('Note').fill('Rang twice')
        await ask(page, 'POST', `/api/orders/${order.id}/confirm`, {})
        await drawer.getByRole('button', { name: 'Put on hold' }).click()
        await drawer.getByText('This order changed while you had this open:').waitFor()
        await drawer.getByText('Confirmed', { exact: true }).waitFor()
        await drawer.getByText('Olivia').waitFor()
        expect(await drawer.getByLabel('Note').inputValue()).toBe('Rang twice')
        await expectFits(staff, 'a form whose order has changed')
        await drawer.getByRole('button', { name: 'Put on hold' }).click()
        await staff.getByText('The order is on hold.').waitFor()
        expect(await placed.isVisible(), 'what was loaded of the timeline stays').toBe(true)
        expect(await orderOf(page, order)).toMatchObject({ status: 'confirmed', hold_reason: 'no_answer' })
        // The service refused it: the browser reports that.
        expect(problems.splice(0).filter((text) => !text.includes('409'))).toEqual([])
      },
    )
  })
})

test('what another person does appears in the list and on the order within ten seconds, and not while hidden', async () => {
  await asPerson(browser, { email: 'staff@acme.test', path: '/console/acme/orders' }, async (page) => {
    await page.clock.install()
    await page.reload()
    await page.getByRole('columnheader').first().waitFor()
    const order = await placeOrder(page)
    const feed: string[] = []
    page.on('request', (request) => void (request.url().includes('/api/events') && feed.push(request.url())))
    const row = page.getByRole('row').filter({ hasText: `#${order.number}` })
    await page.clock.fastForward(10_000)
    await row.getByText('To confirm').waitFor()
    await row.getByRole('link').click()
    await heading(page, order.number).waitFor()
    await page.waitForLoadState('networkidle')
    await ask(page, 'POST', `/api/orders/${order.id}/confirm`, {})
    feed.length = 0
    await page.clock.fastForward(10_000)
    await step(page, 'Start packing').waitFor()
    expect(feed.length).toBe(1)
    await page.evaluate(
      `Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true }); window.dispatchEvent(new Event('visibilitychange'))`,
    )
    await page.clock.fastForward(60_000)
    expect(feed.length, 'nobody looks').toBe(1)
  })
})
