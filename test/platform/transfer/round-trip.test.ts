import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Customer } from '../../../src/areas/customers/customer.ts'
import { Order } from '../../../src/areas/orders/order.ts'
import { Product } from '../../../src/areas/products/product.ts'
import { expectBody, openShop, type Shop } from '../../support/shop.ts'
import { type Area, exported, sent, recordsIn, types } from './files.ts'

/** Texts that are difficult for spreadsheets, CSV and lists in cells, as the service stores them. */
const textOf = (maxLength: number) =>
  fc
    .oneof(
      fc.string({ unit: 'grapheme', maxLength }),
      fc.string({
        unit: fc.constantFrom(
          "'",
          '=',
          '+',
          '-',
          '@',
          ',',
          '"',
          ';',
          ':',
          '|',
          '\n',
          '\r',
          '\t',
          ' ',
          '{',
          '[',
          'ع',
          'a',
        ),
        maxLength,
      }),
      fc.constantFrom(
        '=1+1',
        '+965 5012 3456',
        "'=x",
        'a, b',
        'a: b',
        'x | y',
        '9.65E+11',
        '007',
        'TRUE',
        'أمل، الصباح',
        '{"a":1}',
        '[1]',
      ),
    )
    .map((text) => text.replace(/\0|\p{Default_Ignorable_Code_Point}/gu, '').trim())
const line = textOf(20).filter((text) => text !== '')
const maybe = (text: fc.Arbitrary<string>) => fc.option(text, { nil: undefined })
const tags = fc.uniqueArray(line, { maxLength: 4 })
const cents = (max: number) => fc.integer({ min: 0, max }).map((minor) => minor / 100)
const grams = fc.integer({ min: 0, max: 1e7 })
/** A value of each option, or none: the variant that a product begins with. */
const optionsWith = (names: readonly string[]) => {
  const chosen = fc
    .tuple(...names.map(() => line))
    .map((values) => Object.fromEntries(names.map((name, nth) => [name, values[nth] ?? ''])))
  return fc.oneof({ weight: 4, arbitrary: chosen }, fc.constant({}))
}
// An import rejects ids such as 9.65E+11, which are numbers that a spreadsheet has shortened.
const code = line.filter((text) => !/^\d(?:[.,]\d+)?E\+\d+$/i.test(text))

// With text beside the number, as people write it.
const phone = code.map((text) => `${text.slice(0, 30)} 5123 4567`.trim())

const customers = fc.array(
  fc.record({
    name: line,
    phone: maybe(phone),
    email: maybe(fc.constantFrom('a@b.co', 'x.y+z@example.com')),
    address: maybe(line),
    addresses: fc.array(fc.oneof(line, fc.record({ line1: line, country: fc.constant('KW') })), { maxLength: 2 }),
    other_phones: fc.uniqueArray(phone, { maxLength: 2 }),
    other_emails: fc.uniqueArray(fc.constantFrom('b@b.co', 'c.d@b.co'), { maxLength: 2 }),
    notes: maybe(line),
    tags,
    blocking: fc.oneof(fc.constant({}), fc.record({ blocked: fc.constant(true), blocked_reason: maybe(line) })),
  }),
  { minLength: 1, maxLength: 6 },
)

const variantsWith = (names: readonly string[]) =>
  fc.uniqueArray(
    fc.record({
      sku: fc.option(code),
      barcode: fc.option(code),
      options: optionsWith(names),
      price: fc.option(cents(1e6)),
      reduction: fc.option(fc.integer({ min: 1, max: 1e6 })),
      on_hand: fc.integer({ min: 100, max: 1e6 }),
      weight_g: fc.option(grams),
      taxable: fc.option(fc.boolean()),
      cost: fc.option(cents(1e6)),
      tracked: fc.boolean(),
      allow_backorder: fc.boolean(),
      low_stock_threshold: fc.option(fc.integer({ min: 0, max: 1000 })),
    }),
    {
      minLength: 1,
      maxLength: 3,
      selector: (variant) => Object.entries(variant.options).map(String).toSorted().join(),
    },
  )
const variants = fc.uniqueArray(line, { maxLength: 3 }).chain(variantsWith)

/** Options of a product in any order, with some of the values that its variants have. */
const optionsFor = ({ variants }: { variants: readonly { options: Record<string, string> }[] }) => {
  const pairs = variants.flatMap(({ options }) => Object.entries(options))
  return fc
    .shuffledSubarray([...new Map(pairs.map((pair) => [pair.join('\0'), pair])).values()])
    .map((chosen) =>
      [...Map.groupBy(chosen, ([name]) => name)].map(([name, of]) => ({ name, values: of.map(([, value]) => value) })),
    )
}
const former = (price: number, reduction: number | null) =>
  reduction === null ? null : (Math.round(price * 100) + reduction) / 100
const product = fc
  .record({
    title: line,
    description: maybe(line),
    status: fc.constantFrom('draft', 'active'),
    tags,
    images: fc.array(fc.record({ url: fc.webUrl({ validSchemes: ['https'] }), alt: fc.option(line) }), {
      maxLength: 2,
    }),
    prices: fc.tuple(fc.integer({ min: 0, max: 1e7 }), fc.option(fc.integer({ min: 1, max: 1e7 }))),
    weight_g: fc.option(grams),
    taxable: fc.boolean(),
    cost: fc.option(cents(1e7)),
    variants,
  })
  .map(({ prices: [price, reduction], variants, ...fields }) => ({
    ...fields,
    price: price / 100,
    compare_at_price: former(price / 100, reduction),
    variants: variants.map(({ reduction: ofVariant, ...variant }) => ({
      ...variant,
      compare_at_price: former(variant.price ?? price / 100, ofVariant),
    })),
  }))
  .chain((fields) => optionsFor(fields).map((options) => ({ ...fields, options: options.slice(0, 5) })))
const products = fc.array(product, { minLength: 1, maxLength: 4 })

const order = fc.record({
  customer: fc.nat(),
  items: fc.array(
    fc.record({
      product: fc.nat(),
      quantity: fc.integer({ min: 1, max: 5 }),
      unit_price: cents(1e6),
      variant_note: maybe(line),
      variant_count: fc.option(fc.integer(), { nil: undefined }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  notes: maybe(line),
  tags,
  platform: fc.constantFrom('direct', 'whatsapp'),
  payment_method: maybe(line),
  shipping_address: maybe(line),
  customer_phone: maybe(phone),
  amounts: fc.oneof(
    fc.record({ shipping_amount: cents(1e4), tax_amount: cents(1e4) }),
    fc.record({ total_amount: cents(1e6) }),
  ),
})

const schemas = { customers: Customer, products: Product, orders: Order }

/** The records of an area, by external id or id. */
async function read(shop: Shop, area: Area) {
  const found = recordsIn(await exported(shop.owner, area, '?format=jsonl'), schemas[area])
  return new Map<string, Record<string, unknown>>(found.map((record) => [record.external_id ?? record.id, record]))
}

/** Without the fields that each store sets itself: ids, numbers, times. */
function portable(area: Area, record: Record<string, unknown>): unknown {
  const {
    id: _id,
    store_id: _store,
    external_id: _external,
    version: _version,
    updated_at: _updated,
    number: _number,
    name,
    source: _source,
    customer_id: _customer,
    created_at,
    ...rest
  } = record
  const parts = (list: unknown) =>
    Array.isArray(list) ? list.map((part: unknown) => withoutIds(Object(part))) : undefined
  return {
    ...rest,
    ...(area === 'customers' && { name, orders_count: 0, total_spent: 0, last_order_at: null }),
    ...(area === 'orders' && { created_at, items: parts(record['items']) }),
    ...(area === 'products' && { slug: null, variants: parts(record['variants']) }),
  }
}

const withoutIds = ({
  id: _id,
  product_id: _product,
  variant_id: _variant,
  reserved: _reserved,
  available: _available,
  ...rest
}: Record<string, unknown>) => rest

const seed = 20_261_121

test.for(['csv', 'jsonl'] as const)(
  'an export as %s that is imported into another store is the same there',
  { timeout: 600_000 },
  async (format) => {
    await fc.assert(
      fc.asyncProperty(
        customers,
        products,
        fc.array(order, { minLength: 1, maxLength: 4 }),
        async (people, goods, bought) => {
          const [old, fresh] = await Promise.all([openShop(), openShop()])
          const createdCustomers = []
          for (const { blocking, ...person } of people) {
            const answer = await old.owner.post('/api/customers', { ...person, ...blocking })
            // Another test covers duplicate phone numbers.
            if (answer.status !== 409) createdCustomers.push(expectBody(answer, 201, Customer))
          }
          const stocked = []
          for (const product of goods) {
            const answer = await old.owner.post('/api/products', product)
            if (answer.status !== 409) stocked.push(expectBody(answer, 201, Product))
          }
          const sellable = stocked.flatMap(({ id, variants }) =>
            variants.map((variant) => ({ product_id: id, variant_id: variant.id })),
          )
          for (const { customer, items, amounts, ...fields } of bought) {
            const lines = items.map(({ product, ...item }) => ({ ...item, ...sellable[product % sellable.length] }))
            const total =
              Math.round(
                lines.reduce((sum, { quantity, unit_price }) => sum + quantity * unit_price, 0) * 100 +
                  ('tax_amount' in amounts ? (amounts.shipping_amount + amounts.tax_amount) * 100 : 0),
              ) / 100
            const body = {
              total_amount: total,
              ...amounts,
              ...fields,
              items: lines,
              customer_id: createdCustomers[customer % createdCustomers.length]?.id,
            }
            expectBody(await old.owner.post('/api/orders', body), 201, Order)
          }
          for (const area of ['customers', 'products', 'orders'] as const) {
            const before = await read(old, area)
            const file = await exported(old.owner, area, `?format=${format}`)
            const there = await sent(fresh.owner, area, file, { type: types[format] })
            expect(there.failed, JSON.stringify(there.rows)).toBe(0)
            const after = await read(fresh, area)
            expect(after.size).toBe(before.size)
            for (const [id, record] of before)
              expect(portable(area, after.get(id) ?? {})).toEqual(portable(area, record))

            // Importing the file again, into either store, changes nothing.
            for (const shop of [old, fresh]) {
              const again = await sent(shop.owner, area, file, { type: types[format] })
              expect(again, JSON.stringify(again.rows)).toMatchObject({
                created: 0,
                updated: 0,
                failed: 0,
                unchanged: before.size,
              })
            }
          }
        },
      ),
      { numRuns: 40, seed, endOnFailure: true },
    )
  },
)
