import { beforeAll, expect, test } from 'vitest'
import { Customer } from '../../../src/areas/customers/customer.ts'
import { listOf } from '../../../src/platform/lists/page.ts'
import { answerOf, callOf, tokenFor, post } from '../../support/callers/assistant.ts'
import { expectBody, expectProblem, openShop } from '../../support/shop.ts'

async function openSleepy() {
  const shop = await openShop()
  const product = await shop.addProduct()
  const items = [{ product_id: product.id, quantity: 1, unit_price: 10 }]
  async function customer(name: string, days: number | null) {
    const { id } = await shop.addCustomer({ name })
    if (days === null) return
    await shop.addOrder({ customer_id: id, items })
    await shop.sql`update customers set last_order_at = now() - make_interval(days => ${days}) where id = ${id}`
  }
  await customer('Never', null)
  await customer('Long ago', 120)
  await customer('Last month', 40)
  await customer('This week', 3)
  const { token } = await tokenFor(shop)
  return { ...shop, token }
}

let shop: Awaited<ReturnType<typeof openSleepy>>
beforeAll(async () => {
  shop = await openSleepy()
})

const cases = [
  [{ no_order_for_days: 90 }, ['Long ago']],
  [{ no_order_for_days: 30 }, ['Last month', 'Long ago']],
  [{ ordered_within_days: 30 }, ['This week']],
  [{ no_order_for_days: 30, ordered_within_days: 90 }, ['Last month']],
  [{ no_order_for_days: 30, filter: 'orders>5' }, []],
] as const

test.for(cases)('%o finds %o, over REST, for assistants and in a segment', async ([filters, names]) => {
  const { owner, token } = shop
  const query = new URLSearchParams(Object.entries(filters).map(([name, value]) => [name, String(value)]))
  const listed = expectBody(await owner.get(`/api/customers?${query.toString()}`), 200, listOf(Customer))
  expect(listed.data.map(({ name }) => name)).toEqual(names)
  expect(answerOf(await post(callOf('list_customers', filters), { token }))).toMatchObject({
    data: names.map((name) => ({ name })),
  })
  const filter = Object.entries(filters)
    .map(([name, value]) => (name === 'filter' ? String(value) : `${name}:${value}`))
    .join(' ')
  const segment = await owner.post('/api/segments', { name: filter, filter })
  const { id } = expectBody(segment, 201, listOf(Customer).shape.data.element.pick({ id: true }))
  const inSegment = expectBody(await owner.get(`/api/segments/${id}/customers`), 200, listOf(Customer))
  expect(inSegment.data.map(({ name }) => name)).toEqual(names)
  const file = await owner.get(`/api/customers/export?format=jsonl&${query.toString()}`)
  expect(String(file.body).split('\n').filter(Boolean)).toHaveLength(names.length)
})

test('the earlier form still works, and a wrong number of days is refused', async () => {
  const { owner } = shop
  const listed = await owner.get(`/api/customers?filter=${encodeURIComponent('last_order<90d')}`)
  expect(expectBody(listed, 200, listOf(Customer)).data.map(({ name }) => name)).toEqual(['Long ago'])
  expectProblem(await owner.get('/api/customers?no_order_for_days=0'), 422, 'invalid_input')
  const filter = { name: 'Wrong', filter: 'no_order_for_days:soon' }
  expect(expectProblem(await owner.post('/api/segments', filter), 422, 'invalid_input').detail).toContain(
    'no_order_for_days must be a number of days',
  )
})
