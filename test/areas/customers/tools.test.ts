import { expect, test } from 'vitest'
import { answerOf, callOf, tokenFor, post, refusalOf } from '../../support/callers/assistant.ts'
import { openScarfShop } from '../orders/scarf-shop.ts'

test('an assistant can filter customers, and learns where a filter is invalid', async () => {
  const shop = await openScarfShop()
  const { token } = await tokenFor(shop, { scopes: ['crm:read'] })
  await shop.addCustomer({ name: 'Noor', tags: ['vip'], blocked: true, blocked_reason: 'Never pays' })
  await shop.buy()
  const list = (args: Record<string, unknown>) => post(callOf('list_customers', args), { token })
  expect(answerOf(await list({ filter: 'tag:vip blocked:true' }))).toMatchObject({
    data: [{ name: 'Noor', blocked: true }],
    total: 1,
  })
  expect(answerOf(await list({ filter: 'orders>=1', search: 'ama' }))).toMatchObject({
    data: [{ name: 'Amal' }],
    total: 1,
  })
  expect(refusalOf(await list({ filter: 'tag:vip spend>100' })).errors).toMatchObject([
    { pointer: '/filter', code: 'invalid_filter', position: 9 },
  ])
  // No tool returns segments, so none accepts one.
  expect(refusalOf(await list({ segment_id: crypto.randomUUID() })).errors).toMatchObject([{ code: 'unknown_field' }])
})

test('an assistant sees all fields of a customer, also by the id of a merged one, and whether they are blocked', async () => {
  const shop = await openScarfShop()
  const { token } = await tokenFor(shop, { scopes: ['crm:read', 'orders:write'] })
  const gone = await shop.addCustomer({ name: 'Gone', other_phones: ['2200 1100'], addresses: [{ city: 'Hawalli' }] })
  const { customer, owner } = shop
  await owner.post('/api/customers/merge', { keep_id: customer.id, merge_ids: [gone.id] })
  await owner.patch(`/api/customers/${customer.id}`, { blocked: true })
  const found = answerOf(await post(callOf('get_customer', { customer_id: gone.id }), { token }))
  expect(found).toMatchObject({
    id: customer.id,
    other_phones: ['2200 1100'],
    addresses: [{ city: 'Hawalli' }],
    blocked: true,
    anonymized_at: null,
  })
  const order = answerOf(await post(callOf('create_order', shop.order({ customer_id: gone.id })), { token }))
  expect(order).toMatchObject({ customer_id: customer.id, warnings: [{ code: 'customer_blocked' }] })
})
