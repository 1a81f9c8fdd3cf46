import { beforeAll, describe, expect, test } from 'vitest'
import { listOrders } from '../../../src/areas/orders/list-orders.ts'
import { answerOf, callOf, post, tokenFor } from '../../support/callers/assistant.ts'
import { expectBody, expectProblem } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { openScarfShop } from './scarf-shop.ts'

let shop: Awaited<ReturnType<typeof openScarfShop>>
beforeAll(async () => {
  shop = await openScarfShop()
})

const made = (payment_method?: string) => shop.bought({ payment_method })

describe('the merchant’s word for a payment method', () => {
  test.for([
    ['Cash on Delivery', 'cash_on_delivery'],
    ['COD', 'cash_on_delivery'],
    ['الدفع عند الإستلام', 'cash_on_delivery'],
    ['نقدًا', 'cash_on_delivery'],
    ['Mada', 'card'],
    ['credit-card', 'card'],
    ['مدى', 'card'],
    ['بطاقة ائتمان', 'card'],
    ['Bank transfer', 'bank_transfer'],
    ['حوالة بنكية', 'bank_transfer'],
    ['Apple Pay', 'online'],
    ['دفع إلكتروني', 'online'],
    ['Store credit of Huda', 'other'],
  ])('%s is %s', async ([word, payment_kind]) => {
    expect(await made(word)).toMatchObject({ payment_method: word, payment_kind })
  })

  test('has no kind if there is none, and gets another with another word', async () => {
    const { id, payment_kind } = await made()
    expect(payment_kind).toBeNull()
    const change = async (payment_method: string | null) =>
      (await shop.owner.patch(`/api/orders/${id}`, { payment_method })).body
    expect(await change('visa')).toMatchObject({ payment_kind: 'card' })
    expect(await change('tamara')).toMatchObject({ payment_kind: 'online' })
    expect(await change(null)).toMatchObject({ payment_kind: null })
  })
})

test('orders are found by the kind, whatever the method is called', async () => {
  const other = await openScarfShop()
  const { owner } = other
  for (const payment_method of ['KNET', 'visa', 'cash', 'PayPal'])
    await owner.post('/api/orders', other.order({ payment_method }))
  const found = async (query: string) =>
    expectBody(await owner.get(`/api/orders?sort=created_at&${query}`), 200, listOrders.output).data.map(
      ({ payment_method }) => payment_method,
    )
  expect(await found('payment_kind=card')).toEqual(['KNET', 'visa'])
  expect(await found('payment_kind=cash_on_delivery,online')).toEqual(['cash', 'PayPal'])
  expect(await found('payment_kind=card&search=Scarf')).toEqual(['KNET', 'visa'])
  expectProblem(await owner.get('/api/orders?payment_kind=cheque'), 422, 'invalid_input')
  const csv = await owner.get('/api/orders/export?format=csv&payment_kind=online')
  expect(String(csv.body)).toMatch(/,PayPal,.*,online,/)
  const { token } = await tokenFor(other, { scopes: ['orders:read'] })
  const listed = answerOf(await post(callOf('list_orders', { payment_kind: ['card'] }), { token }))
  expect(listed['data']).toHaveLength(2)
})

test('the guide lists every word that the service knows', async () => {
  const read = async (files: Record<string, () => Promise<unknown>>) => String(await Object.values(files)[0]?.())
  const guide = await read(import.meta.glob('../../../docs/checkout.md', { query: '?raw', import: 'default' }))
  const source = await read(
    import.meta.glob('../../../drizzle/sql/before-tables/payment-kind.sql', { query: '?raw', import: 'default' }),
  )
  const rows = [...guide.matchAll(/^\| `(cash_on_delivery|card|bank_transfer|online)` *\| (.*?) *\|$/gm)]
  const listed = rows.flatMap(([, kind, words = '']) => words.split(', ').map((word) => ({ word, kind })))
  const known = await asOwner`
    select word, app.payment_kind(word) as kind from unnest(${listed.map(({ word }) => word)}::text[]) as t(word)`
  expect(known).toEqual(listed)
  expect(listed).toHaveLength([...source.matchAll(/"[^"]+": "/g)].length)
})
