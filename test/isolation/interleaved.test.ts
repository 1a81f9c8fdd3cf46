import { expect, test } from 'vitest'
import { z } from 'zod'
import { database, service } from '../support/service.ts'
import { type Client, client, expectBody, inStore, openShop, somebody } from '../support/shop.ts'
import { stock } from './goods.ts'

const Owned = z.looseObject({ store_id: z.string() })
const List = z.object({ data: z.array(Owned) })

test('200 concurrent requests share two connections, and each gets only its own store’s data', async () => {
  const tag = `interleaved-${crypto.randomUUID()}`
  await database(tag).disturb({ pool_size: 2 })
  const shops = [await openShop(), await openShop()]
  const both = await somebody()
  const callers = await Promise.all(
    shops.map(async (shop) => {
      await shop.join(both.subject, 'staff')
      return { shop, goods: await stock(shop) }
    }),
  )

  const requests = Array.from({ length: 200 }, async (_, i) => {
    const { shop, goods } = callers[i % 2] ?? callers[0] ?? never()
    // Half of the requests come from a person who belongs to both stores and chooses one.
    const picked = inStore(shop.store)
    const person: Client = client(i % 4 < 2 ? shop.owner.token : both.token, service(tag))
    const send = [
      async () => expectBody(await person.get('/api/orders', picked), 200, List).data,
      async () => expectBody(await person.get('/api/products?search=wool', picked), 200, List).data,
      async () => [expectBody(await person.post('/api/customers', { name: `Guest ${i}` }, picked), 201, Owned)],
      async () => [expectBody(await person.get(`/api/orders/${goods.orderId}`, picked), 200, Owned)],
      async () => [expectBody(await person.post('/api/orders', order(goods), picked), 201, Owned)],
    ][i % 5]
    const answer = await (send ?? never())()
    expect(answer.length).toBeGreaterThan(0)
    for (const { store_id } of answer) expect(store_id).toBe(shop.store.id)
  })
  await Promise.all(requests)

  expect((await database(tag).seen()).requests).toBe(200)
})

const order = ({ customerId, productId, variantId }: Awaited<ReturnType<typeof stock>>) => ({
  customer_id: customerId,
  total_amount: 10,
  items: [{ product_id: productId, variant_id: variantId, quantity: 1, unit_price: 10 }],
})

function never(): never {
  throw new Error('unreachable: every index has an entry')
}
