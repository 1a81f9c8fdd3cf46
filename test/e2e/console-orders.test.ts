import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { launch, sizes } from './browser.ts'
import { asPerson, expectFits } from './in-console.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

const Ordered = z.looseObject({ id: z.string(), number: z.int() })

/** Sends a request of the console's own, as the person who is signed in. */
const ask = (page: Page, method: string, path: string, body?: object): Promise<unknown> =>
  page.evaluate(
    `fetch(${JSON.stringify(path)}, { method: '${method}', headers: { 'X-Console': '1', 'X-Store-Id': 'acme', 'Content-Type': 'application/json' }${
      body ? `, body: ${JSON.stringify(JSON.stringify(body))}` : ''
    } }).then((answer) => answer.json())`,
  )

/** An order of two units, which was not there before. */
async function placeOrder(page: Page) {
  const products = z
    .object({
      data: z.array(
        z.object({
          id: z.string(),
          price: z.number(),
          variants: z.array(z.object({ id: z.string(), available: z.number() })),
        }),
      ),
    })
    .parse(await ask(page, 'GET', '/api/products?status=active&limit=50'))
  const product = products.data.find(({ variants }) => (variants[0]?.available ?? 0) > 5)
  if (!product) throw new Error('nothing is in stock')
  return Ordered.parse(
    await ask(page, 'POST', '/api/orders', {
      customer: {
        name: `Shaikha ${crypto.randomUUID().slice(0, 8)}`,
        phone: `+1 212 555 ${String(Math.floor(Math.random() * 9000) + 1000)}`,
      },
      items: [{ product_id: product.id, variant_id: product.variants[0]?.id, quantity: 2, unit_price: product.price }],
      payment_method: 'cod',
    }),
  )
}

const orderOf = async (page: Page, { id }: z.output<typeof Ordered>) =>
  z.looseObject({}).parse(await ask(page, 'GET', `/api/orders/${id}`))

const heading = (page: Page, number: number) => page.getByRole('heading', { level: 1, name: `Order #${number}` })

const step = (page: Page, name: string) => page.locator('.actions').getByRole('button', { name, exact: true })

test('a merchant takes an order on a phone from the list until it is paid, and it is so in the books', async () => {
  await asPerson(browser, { email: 'owner@acme.test', path: '/console/acme/orders' }, async (page) => {
    await page.setViewportSize(sizes.phone)
    const order = await placeOrder(page)
    await page.reload()
    await page.getByRole('link', { name: new RegExp(`#${order.number}`) }).waitFor()
    const requests: string[] = []
    page.on(
      'request',
      (request) => void (request.url().includes('/api/') && requests.push(new URL(request.url()).pathname)),
    )
    await page.getByRole('link', { name: new RegExp(`#${order.number}`) }).click()
    await heading(page, order.number).waitFor()
    await page.locator('.timeline').waitFor()
    expect(
      requests.filter((path) => path !== '/api/events'),
      'one for the order',
    ).toEqual([`/api/orders/number%3A${order.number}`])
    await step(page, 'Confirm').click()
    await step(page, 'Start packing').click()
    await step(page, 'Ship').click()
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel('Tracking number').fill('DHL-77')
    await drawer.getByRole('button', { name: 'Ship', exact: true }).click()
    await page.getByText('DHL-77').first().waitFor()
    await step(page, 'Mark as delivered').click()
    await step(page, 'Record a payment').click()
    await drawer.getByLabel('How it was paid').fill('cash')
    await drawer.getByRole('button', { name: 'Record a payment', exact: true }).click()
    await page.getByText('The payment is recorded.').waitFor()
    await drawer.waitFor({ state: 'hidden' })
    await expectFits(page, 'an order that is done')
    expect(await orderOf(page, order)).toMatchObject({
      status: 'completed',
      payment_status: 'paid',
      fulfillment_status: 'delivered',
      due_amount: 0,
      overpaid_amount: 0,
      shipments: [{ tracking_number: 'DHL-77', items: [{ quantity: 2 }] }],
    })
  })
})

test('two people change an order at once: the second sees what the first did, and loses nothing typed', async () => {
  await asPerson(browser, { email: 'owner@acme.test', path: '/console/acme/orders' }, async (page) => {
    const order = await placeOrder(page)
    await asPerson(
      browser,
      { email: 'staff@acme.test', path: `/console/acme/orders/${order.number}` },
      async (staff, problems) => {
        await heading(staff, order.number).waitFor()
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
    const order = await placeOrder(page)
    await page.goto(`/console/acme/orders/${order.number}`)
    await heading(page, order.number).waitFor()
    const feed: string[] = []
    page.on('request', (request) => void (request.url().includes('/api/events') && feed.push(request.url())))
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
