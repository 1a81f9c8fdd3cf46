import { expect, test } from 'vitest'
import { crowd } from '../../support/run/effort.ts'
import { type Answer, database, service } from '../../support/service.ts'
import { client, CreatedOrder, expectBody, expectProblem } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { expectBooks } from './books.ts'
import { range } from './listing.ts'
import { openScarfShop } from './scarf-shop.ts'

const withStatus = (answers: readonly Answer[], status: number) => answers.filter((answer) => answer.status === status)

const pick = <T>(from: readonly T[]): T => {
  const picked = from[Math.floor(Math.random() * from.length)]
  if (picked === undefined) throw new Error('nothing to pick from')
  return picked
}

const shuffled = <T>(items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)

const buyers = crowd(500, 150)
const scarves = buyers / 5

test(`${buyers} concurrent orders for ${scarves} scarves: the others are rejected as out of stock`, async () => {
  const { owner, addCustomer, order, store } = await openScarfShop({ on_hand: scarves })
  const customers = await Promise.all(range(1, 20).map((which) => addCustomer({ name: `Buyer ${which}` })))
  const answers = await Promise.all(
    range(1, buyers).map(() => owner.post('/api/orders', order({ customer_id: pick(customers).id }))),
  )
  const sold = withStatus(answers, 201).map((answer) => expectBody(answer, 201, CreatedOrder).number)
  expect(sold.toSorted((a, b) => a - b)).toEqual(range(1001, 1000 + scarves))
  const refused = withStatus(answers, 409)
  expect(refused).toHaveLength(buyers - scarves)
  for (const answer of refused)
    expect(expectProblem(answer, 409, 'insufficient_stock').errors).toMatchObject([
      { pointer: '/items/0/quantity', requested: 1 },
    ])
  await expectBooks(store.id, { orders: scarves, reserved: scarves })
})

const carts = crowd(200, 100)

test(`${carts} orders at once with the same products in different sequences never deadlock`, async () => {
  const { owner, addCustomer, addProduct, store } = await openScarfShop()
  const customers = await Promise.all(range(1, 5).map((which) => addCustomer({ name: `Buyer ${which}` })))
  const products = await Promise.all(
    range(1, 10).map((which) =>
      addProduct({ title: `Thing ${which}`, variants: [{ on_hand: which === 1 ? carts * 0.3 : 2_000 }] }),
    ),
  )
  const tag = `carts-${store.id}`
  const shopper = client(owner.token, service(tag))
  const answers = await Promise.all(
    range(1, carts).map(() => {
      const items = shuffled(products)
        .slice(0, pick([3, 5, 8]))
        .map(({ id }) => ({ product_id: id, quantity: pick([1, 2]), unit_price: 1 }))
      return shopper.post('/api/orders', { customer_id: pick(customers).id, total_amount: 5, items })
    }),
  )
  const orders = withStatus(answers, 201).length
  const refused = withStatus(answers, 409).length
  expect(orders + refused).toBe(carts)
  expect(Math.min(orders, refused)).toBeGreaterThan(0)
  // One round trip each: nothing was retried, so there was no deadlock.
  expect((await database(tag).seen()).requests).toBe(orders + refused)
  const [ordered] = await asOwner`select sum(l.quantity)::int as pieces
    from orders, jsonb_to_recordset(lines) as l(quantity int) where store_id = ${store.id}`
  await expectBooks(store.id, { orders, reserved: Number(ordered?.['pieces']) })
})

test('parallel orders and stock adjustments leave stock and movements consistent', async () => {
  const { owner, order, line, scarf, store } = await openScarfShop({ on_hand: 20 })
  const variant_id = scarf.variants[0]?.id
  const answers = await Promise.all(
    range(1, 120).map((turn) =>
      turn % 3 === 0
        ? owner.post('/api/inventory/adjust', { variant_id, delta: pick([-1, 2]), reason: 'moved' })
        : owner.post('/api/orders', order({ items: [line({ quantity: pick([1, 2]) })] })),
    ),
  )
  for (const { status } of answers) expect([200, 201, 409]).toContain(status)
  const orders = withStatus(answers, 201).length
  const [row] = await asOwner`select on_hand::int, reserved::int from inventory
    where store_id = ${store.id} and variant_id = ${variant_id}`
  expect(Number(row?.['reserved'])).toBeLessThanOrEqual(Number(row?.['on_hand']))
  await expectBooks(store.id, { orders, reserved: Number(row?.['reserved']) })
})
