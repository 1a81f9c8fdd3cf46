import { fileURLToPath } from 'node:url'
import type { Browser, Frame } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { accessibilityProblemsIn } from './accessibility.ts'
import { launch, openContext, savePicture } from './browser.ts'
import { connectHost, showResult, type ToolCall } from './view-host.ts'

const { baseUrl } = inject('stack')

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

test('a person confirms an order on its card, and looks at sales by month', async () => {
  const client = await connectHost(baseUrl, inject('mcpToken'))
  const context = await openContext(browser, baseUrl, { size: 'phone' })
  const made = async <Made>(name: string, args: Record<string, unknown>, schema: z.ZodType<Made>) => {
    const { structuredContent, content } = await client.callTool({ name, arguments: args })
    return schema.parse(structuredContent ?? content)
  }
  try {
    const title = `<img src=x onerror="document.title='taken over'"></table><script>${'x'.repeat(40)}`
    const product = await made(
      'create_product',
      { title, price: 12.5, variants: [{ on_hand: 9 }] },
      z.object({ id: z.string() }),
    )
    const order = await made(
      'create_order',
      {
        customer: { name: '<b>يوسف</b>', phone: '+12125550177' },
        items: [{ product_id: product.id, quantity: 2 }],
      },
      z.object({ id: z.string(), name: z.string(), version: z.int() }),
    )

    const card = await showResult(
      context,
      client,
      { name: 'get_order', arguments: { order_id: order.name } },
      { theme: 'light', locale: 'en-US' },
    )
    const text = await card.frame.locator('main').innerText()
    for (const shown of [`Order ${order.name}`, title, '<b>يوسف</b>', '$25.00', 'Pending', 'Unpaid'])
      expect(text).toContain(shown)
    expect(await card.frame.locator('main :is(img, script, b)').count()).toBe(0)
    expect(await accessibilityProblemsIn(card.frame)).toEqual([])

    // Cancelling wants a second click.
    await card.frame.getByRole('button', { name: 'Cancel order' }).click()
    await card.frame.getByRole('button', { name: 'Click again: Cancel order' }).waitFor()
    expect(card.calls).toEqual([])
    await card.frame.getByRole('button', { name: 'Confirm' }).click()
    await card.frame.getByText('Confirmed', { exact: true }).waitFor()
    expect(await card.frame.getByRole('button').allInnerTexts()).not.toContain('Cancel order')
    const { version } = await made('get_order', { order_id: order.id }, z.object({ version: z.int() }))
    expect(card.calls).toEqual([
      {
        name: 'advance_order',
        arguments: { order_id: order.name, action: 'confirm', expected_version: order.version },
      },
    ])

    // Somebody else changes the order: the card says so and loads it again.
    await made('advance_order', { order_id: order.id, action: 'prepare', expected_version: version }, z.looseObject({}))
    await card.frame.getByRole('button', { name: 'Record payment' }).click()
    await card.frame.getByText('Preparing', { exact: true }).waitFor()
    expect(await card.frame.getByRole('status').innerText()).not.toBe('')
    expect(card.problems).toEqual([])

    const sales = await showResult(
      context,
      client,
      { name: 'get_sales_summary', arguments: {} },
      { theme: 'dark', locale: 'ar' },
    )
    expect(await sales.frame.locator('html').getAttribute('dir')).toBe('rtl')
    await sales.frame.getByRole('button', { name: 'بالشهر' }).click()
    await sales.frame.getByRole('img', { name: 'الإيرادات عبر الزمن' }).waitFor()
    expect(await sales.frame.locator('rect').count()).toBeGreaterThan(0)
    expect(await accessibilityProblemsIn(sales.frame)).toEqual([])
    expect(sales.problems).toEqual([])
  } finally {
    await context.close()
    await client.close()
  }
})

/** Of docs/assistants.md. */
const pictures: readonly { name: string; call: ToolCall; press?: (frame: Frame) => Promise<unknown> }[] = [
  { name: 'order-card', call: { name: 'get_order', arguments: { order_id: '#1020' } } },
  {
    name: 'sales-chart',
    call: { name: 'get_sales_summary', arguments: {} },
    async press(frame) {
      await frame.getByRole('button', { name: 'By day' }).click()
      await frame.getByRole('img').waitFor()
    },
  },
]

// Renews the pictures: SCREENSHOTS=1 npx vitest run --config test/vitest.config.ts --project e2e views
test.each(process.env['SCREENSHOTS'] === undefined ? [] : pictures)(
  'picture of the $name',
  async ({ name, call, press }) => {
    const client = await connectHost(baseUrl, inject('mcpToken'))
    const context = await openContext(browser, baseUrl)
    const { page, frame } = await showResult(context, client, call, { theme: 'light', locale: 'en-US' })
    await page.setViewportSize({ width: 520, height: 900 })
    const file = fileURLToPath(new URL(`../../docs/screenshots/${name}.webp`, import.meta.url))
    await press?.(frame)
    const box = await frame.locator('main').boundingBox()
    await savePicture(page, file, box && { x: 0, y: 0, width: box.width + 2 * box.x, height: box.height + 2 * box.y })
    await context.close()
    await client.close()
  },
)
