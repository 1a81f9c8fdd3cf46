import { expect, test } from 'vitest'
import { database, service } from '../../support/service.ts'
import { expectProblem, openShop } from '../../support/shop.ts'
import { type Area, send } from './files.ts'

// Files as other systems export them: their headers, with rows that are made up. They are refused before anything is stored. Each
// column that does not exist here is named once, with what it is called here, if anything.

const files = import.meta.glob('./foreign/*.csv', { query: '?raw', import: 'default' })

type Expected = {
  readonly area: Area
  readonly unknown: number
  readonly hints: Readonly<Record<string, string | null>>
}

const expected: Readonly<Record<string, Expected>> = {
  'shopify-products': {
    area: 'products',
    unknown: 49,
    hints: { url_handle: 'slug', product_image_url: 'images', compare_at_price: null, inventory_quantity: 'on_hand' },
  },
  'shopify-products-old': {
    area: 'products',
    unknown: 37,
    hints: {
      handle: 'slug',
      'body_(html)': 'description',
      variant_price: null,
      variant_sku: 'sku',
      variant_grams: 'variant_weight_g',
    },
  },
  'shopify-orders': {
    area: 'orders',
    unknown: 67,
    hints: { name: 'external_id', lineitem_sku: 'sku', total: 'total_amount', shipping_city: 'address_city' },
  },
  'shopify-customers': {
    area: 'customers',
    unknown: 16,
    hints: { first_name: 'name', note: 'notes', total_orders: null },
  },
  'woocommerce-products': {
    area: 'products',
    unknown: 39,
    hints: { name: 'title', regular_price: 'variant_price', stock: 'on_hand', categories: 'collections' },
  },
  'woocommerce-orders-analytics': { area: 'orders', unknown: 10, hints: { 'order_#': 'external_id' } },
  'woocommerce-orders-analytics-browser': { area: 'orders', unknown: 9, hints: { date: 'created_at' } },
  'woocommerce-customers-analytics': { area: 'customers', unknown: 13, hints: { billing_phone: 'phone', aov: null } },
  'woocommerce-customers-analytics-browser': { area: 'customers', unknown: 11, hints: { username: 'external_id' } },
}

test.for(Object.entries(expected))('%s', async ([name, { area, unknown, hints }]) => {
  const file = String(await files[`./foreign/${name}.csv`]?.())
  const { owner } = await openShop()
  const tag = `foreign-${crypto.randomUUID()}`
  const problem = expectProblem(await send(owner, area, file, { through: service(tag) }), 422, 'invalid_input')
  const columns = problem.errors ?? []
  expect(new Set(columns.map(({ pointer }) => pointer)).size).toBe(columns.length)
  expect(columns).toHaveLength(unknown)
  for (const [column, here] of Object.entries(hints)) {
    const detail = columns.find((of) => of['column'] === column)?.detail
    // Known here, or nothing like it is.
    if (here === null) expect(detail ?? '', column).not.toMatch(/called|mean/)
    else expect(detail, column).toContain(`Here it is called "${here}"`)
  }
  expect((await database(tag).seen()).requests).toBe(0)
})
