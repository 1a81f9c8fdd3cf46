import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { Order } from '../../../src/areas/orders/order.ts'
import { orderOf } from '../../areas/orders/acting.ts'
import { openCheckoutShop } from '../../areas/orders/checkout-shop.ts'
import { contradictionsOf } from '../../areas/orders/contradictions.ts'
import { openScarfShop } from '../../areas/orders/scarf-shop.ts'
import { bucketsOf, rebuild } from '../../areas/analytics/written-orders.ts'
import { asOwner } from '../../support/sql.ts'
import { csv, exported, failuresOf, jsonl, linesOf, recordsIn, send, sent, types } from './files.ts'

type Shop = Awaited<ReturnType<typeof openScarfShop>>

/** What the merchant was paid for, and for what. */
const price = ({ items, delivery, tax, ...order }: z.output<typeof Order>) => ({
  subtotal: order.subtotal_amount,
  shipping: order.shipping_amount,
  tax: order.tax_amount,
  discount: order.discount_amount,
  adjustment: order.adjustment_amount,
  total: order.total_amount,
  rate: tax,
  delivery: delivery && { ...delivery, method_id: null },
  items: items.map(({ position, line_total, discount_amount, tax_amount }) => ({
    position,
    line_total,
    discount_amount,
    tax_amount,
  })),
})

async function imported({ owner }: Pick<Shop, 'owner'>, file: string, type: string = types.jsonl) {
  const report = await sent(owner, 'orders', file, { type })
  expect(report, JSON.stringify(report.rows)).toMatchObject({ failed: 0 })
  return Promise.all(report.rows.map(({ id }) => orderOf(owner, id ?? '')))
}

const old = (shop: Shop, fields: Record<string, unknown> = {}) => ({
  external_id: 'OLD-1',
  customer_name: 'Amal',
  customer_email: 'amal@test.example',
  created_at: '2026-03-10T10:00:00Z',
  items: [shop.line({ quantity: 2 })],
  ...fields,
})

describe('an export of orders', () => {
  test('has columns for the delivery, the codes and the tax, after those that were there before', async () => {
    const shop = await openCheckoutShop()
    await shop.check({
      payment_method: 'cod',
      destination: { country: 'KW', region: 'Hawalli' },
      items: [shop.line(), shop.line({ quantity: 2 })],
    })
    const lines = linesOf(await exported(shop.owner, 'orders'))
    expect(lines).toMatchObject([
      { line_total: '10', line_discount: '1', line_tax: '1.17' },
      { line_total: '20', line_discount: '2', line_tax: '2.35' },
    ])
    for (const line of lines)
      expect(line).toMatchObject({
        shipping_amount: '6',
        tax_amount: '4.3',
        discount_amount: '3',
        total_amount: '33',
        delivery_method: 'Standard, “inside” the city',
        delivery_kind: 'delivery',
        delivery_country: 'KW',
        delivery_region: 'Hawalli',
        delivery_tax: '0.78',
        cod_fee: '1',
        discount_codes: 'TEN',
        tax_rate: '15',
        tax_label: 'VAT',
        tax_included: 'true',
      })
    expect(JSON.stringify(lines)).not.toContain('cost')
  })

  test.for([
    ['csv', true],
    ['csv', false],
    ['jsonl', true],
    ['jsonl', false],
  ] as const)('as %s, with tax included: %s, has the same amounts in another store', async ([format, included]) => {
    const [shop, other] = [
      await openCheckoutShop({ currency: 'KWD', tax: { prices_include_tax: included, rate: 12.3456 } }),
      await openScarfShop({ currency: 'KWD' }),
    ]
    const items = [shop.line({ unit_price: 3.333 }), shop.line({ quantity: 3, unit_price: 0.107 })]
    await shop.check({ payment_method: 'cod', items, destination: { country: 'SA' } })
    await shop.check({ discount_code: undefined, items })
    await shop.buy({ total_amount: 13.5, shipping_amount: 4, tax_amount: 1.5, discount_amount: 2 })
    const file = await exported(shop.owner, 'orders', `?format=${format}`)
    const before = recordsIn(await exported(shop.owner, 'orders', '?format=jsonl'), Order)
    const after = await imported(other, file, types[format])
    // CSV has no columns for these.
    const lost = format === 'csv' ? { estimated_days: null, pickup_address: null } : {}
    expect(after.map(price)).toEqual(
      before.map(price).map((one) => ({ ...one, delivery: one.delivery && { ...one.delivery, ...lost } })),
    )
    expect(after.map((order) => order.discounts)).toEqual([[], [], []])
    expect(await contradictionsOf(other.store.id)).toEqual({})
    const kept = await bucketsOf(asOwner, other)
    await rebuild(asOwner, other)
    expect(await bucketsOf(asOwner, other)).toEqual(kept)
    const again = await sent(shop.owner, 'orders', file, { type: types[format] })
    expect(again).toMatchObject({ unchanged: 3, created: 0 })
  })
})

describe('an imported order', () => {
  test('whose prices contain the tax adds up without it, also after it is edited', async () => {
    const shop = await openScarfShop()
    const tax = { tax_amount: 2.61, tax_rate: 15, tax_label: 'VAT', tax_included: true }
    const [order] = await imported(shop, jsonl(old(shop, { ...tax, total_amount: 25, shipping_amount: 5 })))
    expect(order).toMatchObject({
      total_amount: 25,
      adjustment_amount: 0,
      tax_amount: 2.61,
      tax: { rate: 15, label: 'VAT', included: true, amount: 2.61 },
      delivery: null,
      discounts: [],
    })
    const edit = (fields: object) => shop.owner.patch(`/api/orders/${order?.id}`, fields)
    expect((await edit({ shipping_amount: 7 })).body).toMatchObject({
      total_amount: 27,
      adjustment_amount: 0,
      tax: { included: true, amount: 2.61 },
    })
    expect((await edit({ items: [shop.line()], tax_amount: 1.3, total_amount: 17 })).body).toMatchObject({
      total_amount: 17,
      tax_amount: 1.3,
      adjustment_amount: 0,
    })
    expect(await contradictionsOf(shop.store.id)).toEqual({})
  })

  test('keeps the price that the file states, whatever the store would charge', async () => {
    const shop = await openCheckoutShop()
    await asOwner`update discounts set code = null where store_id = ${shop.store.id}`
    const [order] = await imported(
      shop,
      jsonl(old(shop, { shipping_amount: 2, discount_amount: 3, delivery: { name: 'By camel' } })),
    )
    expect(order).toMatchObject({
      total_amount: 19,
      tax_amount: 0,
      tax: null,
      discounts: [],
      delivery: { method_id: null, name: 'By camel', kind: 'delivery', amount: 2, cod_fee: 0, destination: null },
    })
    expect(await contradictionsOf(shop.store.id)).toEqual({})
  })

  test('keeps a tax rate without a label, and a destination without a delivery method, in another store', async () => {
    const [shop, jsonlShop, csvShop] = await Promise.all([openScarfShop(), openScarfShop(), openScarfShop()])
    const file = csv(
      'external_id,customer_name,customer_email,sku,quantity,unit_price,tax_amount,tax_rate,delivery_country,delivery_region',
      ['A', 'Amal', 'a@test.example', 'SC-1', 2, 10, 1.6, 8, 'kw', 'Hawalli'],
    )
    const [order] = await imported(shop, file, types.csv)
    const kept = { tax: { rate: 8, label: '' }, destination: { country: 'KW', region: 'Hawalli' }, delivery: null }
    expect(order).toMatchObject({ ...kept, total_amount: 21.6 })
    for (const [format, copy] of [
      ['jsonl', jsonlShop],
      ['csv', csvShop],
    ] as const) {
      const text = await exported(shop.owner, 'orders', `?format=${format}`)
      const [there] = await imported(copy, text, types[format])
      expect(there, format).toMatchObject({ ...kept, total_amount: 21.6 })
    }
  })

  test('that was paid twice over is booked so, and the report says it', async () => {
    const shop = await openScarfShop()
    const record = { ...old(shop), total_amount: 20, paid_amount: 45 }
    const report = await sent(shop.owner, 'orders', jsonl(record), { type: types.jsonl })
    expect(report).toMatchObject({ created: 1, rows: [{ warnings: [{ code: 'overpaid' }] }] })
    expect(await orderOf(shop.owner, report.rows[0]?.id ?? '')).toMatchObject({
      paid_amount: 45,
      payment_status: 'paid',
    })
  })

  test('whose number is that of a customer of another name says so', async () => {
    const shop = await openScarfShop()
    const warningsOf = async (fields: object) => {
      const report = await sent(shop.owner, 'orders', jsonl({ ...old(shop), ...fields }), { type: types.jsonl })
      return [report.failed, ...report.rows.flatMap(({ warnings }) => warnings.map(({ code }) => code))]
    }
    const phone = { customer_email: null, customer_phone: '+965 5012 3456' }
    expect(await warningsOf({ ...phone, customer_name: 'Omar', external_id: 'B' })).toEqual([0, 'joined_customer'])
    expect(await warningsOf({ ...phone, customer_name: 'amal', external_id: 'C' })).toEqual([0])
    const known = { customer_id: shop.customer.id, customer_name: 'Amal S.', external_id: 'D' }
    expect(await warningsOf({ ...phone, ...known })).toEqual([0])
  })

  test('without a total is the sum of its parts', async () => {
    const shop = await openScarfShop()
    const file = csv(
      'external_id,customer_name,customer_email,sku,quantity,unit_price,shipping_amount,tax_amount,tax_rate,tax_included,cod_fee,delivery_method,line_discount,discount_amount',
      ['A', 'Amal', 'a@test.example', 'SC-1', 2, 10, 5, 1.2, 5, 'true', 1, 'Courier', 1, 2],
      ['B', 'Amal', 'a@test.example', 'SC-1', 2, 10, 5, 1.2, 5, 'false', '', '', '', ''],
    )
    expect(await imported(shop, file, types.csv)).toMatchObject([
      { total_amount: 23, delivery: { name: 'Courier', amount: 4, cod_fee: 1 }, items: [{ discount_amount: 1 }] },
      { total_amount: 26.2, delivery: null, tax: { rate: 5, label: '', included: false, amount: 1.2 } },
    ])
  })

  test.for([
    [{ tax_amount: 2, tax_included: true }, '/tax_rate', 'required'],
    [{ tax_amount: 2, tax_label: 'VAT' }, '/tax_rate', 'required'],
    [{ tax_rate: 101 }, '/tax_rate', 'too_big'],
    [{ tax_rate: 5.12345 }, '/tax_rate', 'invalid_value'],
    [{ cod_fee: 1, shipping_amount: 5 }, '/delivery_method', 'required'],
    [{ delivery_method: 'Courier', delivery_region: 'Hawalli' }, '/delivery_country', 'required'],
    [{ delivery_method: 'Courier', delivery_country: 'Kuwait' }, '/delivery_country', 'invalid_format'],
    [{ delivery_method: 'Courier', cod_fee: 1, shipping_amount: 0.5 }, '/shipping_amount', 'invalid_amount'],
    [{ delivery_method: 'Courier', cod_fee: 0.001, shipping_amount: 5 }, '/cod_fee', 'invalid_amount'],
    [{ delivery_method: 'Courier', delivery_tax: 2, tax_amount: 1 }, '/tax_amount', 'invalid_amount'],
    [{ delivery: { name: 'Courier', kind: 'drone' } }, '/delivery/kind', 'invalid_value'],
    [{ tax: { rate: 5 } }, '/tax/included', 'required'],
  ] as const)('with %o is refused at %s', async ([fields, pointer, code]) => {
    const shop = await openScarfShop()
    const report = await sent(shop.owner, 'orders', jsonl(old(shop, fields)), { type: types.jsonl })
    expect(failuresOf(report)).toEqual([[pointer, code]])
  })

  test.for([
    [{ discount_amount: 3 }, { discount_amount: 2 }, '/discount_amount', 'invalid_amount'],
    [{ tax_amount: 3 }, { tax_amount: 2 }, '/tax_amount', 'invalid_amount'],
    [{ tax_amount: 0.001 }, { tax_amount: 2 }, '/items/0/tax_amount', 'invalid_amount'],
    [{ discount_amount: -1 }, {}, '/items/0/discount_amount', 'too_small'],
  ] as const)('with an item with %o of %o is refused at %s', async ([item, fields, pointer, code]) => {
    const shop = await openScarfShop()
    const record = old(shop, { ...fields, items: [shop.line({ quantity: 2, ...item })] })
    const report = await sent(shop.owner, 'orders', jsonl(record), { type: types.jsonl })
    expect(failuresOf(report)).toEqual([[pointer, code]])
  })

  test('cannot be given fields that are not in an export', async () => {
    const shop = await openScarfShop()
    const answer = await send(shop.owner, 'orders', jsonl(old(shop, { delivery_metod: 'x' })), { type: types.jsonl })
    expect(answer.body).toMatchObject({ failed: 1 })
  })
})
