import { expect, test } from 'vitest'
import { listProducts } from '../../../src/areas/products/list-products.ts'
import { answerOf, callOf, post, tokenFor } from '../../support/callers/assistant.ts'
import { expectBody, expectProblem, pointersOf, type Shop } from '../../support/shop.ts'
import { openShopIn, sell } from '../analytics/shops.ts'
import { firstMoment } from '../analytics/zones.ts'

const hour = 3_600_000

/** Every product that was not sold since, by the orders. */
const unsold = (orders: Awaited<ReturnType<typeof sell>>, products: readonly { id: string }[], since: number) =>
  products
    .map(({ id }) => id)
    .filter(
      (id) =>
        !orders.some(
          ({ status, created_at, lines }) =>
            status !== 'cancelled' && Date.parse(created_at) >= since && lines.some((line) => line.product_id === id),
        ),
    )
    .toSorted()

const listed = async ({ owner }: Shop, query: string) =>
  expectBody(
    await owner.get(`/api/products?${query}${query.includes('limit=') ? '' : '&limit=100'}`),
    200,
    listProducts.output,
  )

const idsOf = async (shop: Shop, query: string) => (await listed(shop, query)).data.map(({ id }) => id).toSorted()

test.for(['UTC', 'Asia/Kuwait', 'Asia/Kathmandu', 'America/New_York', 'America/St_Johns'])(
  'products without a sale since a day or a time are those that no order has, in %s',
  async (zone) => {
    const shop = await openShopIn(zone)
    const midnight = firstMoment(zone, Date.UTC(2026, 2, 10))
    // Around the beginning of the day, of the hour and of the day in UTC.
    const offsets = [-400 * 24, -25, -1, -0.2, -0.0001, 0, 0.1, 0.4, 0.8, 3, 5.6, 14, 23, 24.1, 48, 700]
    const products: { id: string }[] = []
    for (let nth = 0; nth < offsets.length + 4; nth++) products.push(await shop.addProduct({ title: `Product ${nth}` }))
    const orders = await sell(
      shop,
      offsets.flatMap((offset, nth) => {
        const of = (id = '') => ({ product_id: id, quantity: 2, unit_price_minor: 500 })
        const at = new Date(midnight + offset * hour).toISOString()
        return [
          { at, lines: [of(products[nth]?.id)] },
          // An order was cancelled and another one came back; the last two products were never sold.
          { at, status: 'cancelled', fulfillment_status: 'unfulfilled', lines: [of(products[offsets.length]?.id)] },
          ...(nth % 5 === 0
            ? [
                {
                  at,
                  fulfillment_status: 'returned',
                  lines: [{ ...of(products[offsets.length + 1]?.id), returned: 2 }],
                },
              ]
            : []),
        ]
      }),
    )
    // The product of which sell makes one for itself was not sold either.
    const spare = (await listed(shop, '')).data.find(({ id }) => !products.some((one) => one.id === id))
    const all = [...products, ...(spare ? [spare] : [])]
    for (const day of [
      '2025-01-01',
      '2026-03-08',
      '2026-03-09',
      '2026-03-10',
      '2026-03-11',
      '2026-03-12',
      '2027-01-01',
    ])
      expect(await idsOf(shop, `not_sold_since=${day}`), day).toEqual(
        unsold(orders, all, firstMoment(zone, Date.parse(day))),
      )
    for (const offset of [-25, -0.5, 0, 0.2, 0.5, 4, 23.5]) {
      const at = midnight + offset * hour
      expect(await idsOf(shop, `not_sold_since=${new Date(at).toISOString()}`), `${offset}`).toEqual(
        unsold(orders, all, at),
      )
    }
  },
)

test('a sale counts at once, and no longer when the order is cancelled', async () => {
  const shop = await openShopIn('Asia/Kuwait')
  const [cap, mug] = [await shop.addProduct({ title: 'Cap' }), await shop.addProduct({ title: 'Mug' })]
  const today = new Date(Date.now() + 3 * hour).toISOString().slice(0, 10)
  const { id } = await shop.addOrder({
    total_amount: 10,
    items: [{ product_id: cap.id, quantity: 1, unit_price: 10 }],
  })
  expect(await idsOf(shop, `not_sold_since=${today}`)).toEqual([mug.id])
  await shop.owner.post(`/api/orders/${id}/cancel`, { reason: 'No stock' })
  expect(await idsOf(shop, `not_sold_since=${today}`)).toEqual([cap.id, mug.id].toSorted())
})

test('works together with other filters, orders and pages, and for an assistant', async () => {
  const shop = await openShopIn('Asia/Kuwait')
  for (let nth = 0; nth < 10; nth++)
    await shop.addProduct({
      title: `Beanie ${nth}`,
      price: 20 - nth,
      tags: nth % 2 === 0 ? ['winter'] : [],
      status: nth === 8 ? 'draft' : 'active',
    })
  const { data } = await listed(shop, 'sort=title')
  const idOf = (nth: number) => data[nth]?.id ?? expect.unreachable()
  await sell(shop, [
    { at: '2026-03-10T12:00:00Z', lines: [{ product_id: idOf(2), quantity: 1, unit_price_minor: 500 }] },
    { at: '2026-02-10T12:00:00Z', lines: [{ product_id: idOf(4), quantity: 1, unit_price_minor: 500 }] },
  ])
  await shop.owner.delete(`/api/products/${idOf(6)}`)
  const filters = 'not_sold_since=2026-03-01&tag=winter'
  const { data: found, meta } = await listed(shop, `${filters}&sort=price`)
  expect(found.map(({ title }) => title)).toEqual(['Beanie 8', 'Beanie 4', 'Beanie 0'])
  expect(meta).toMatchObject({ total: 3, total_is_capped: false, next_cursor: null })
  expect((await listed(shop, 'not_sold_since=2026-02-01&search=beanie&status=active')).meta.total).toBe(6)
  expect((await listed(shop, 'not_sold_since=2026-02-01&q=beanie&status=archived')).meta.total).toBe(1)
  const titles: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = await listed(shop, `${filters}&sort=price&limit=1${cursor && `&cursor=${cursor}`}`)
    titles.push(...page.data.map(({ title }) => title))
    cursor = page.meta.next_cursor
  }
  expect(titles).toEqual(['Beanie 8', 'Beanie 4', 'Beanie 0'])
  const { meta: first } = await listed(shop, `${filters}&limit=1`)
  const other = await shop.owner.get(
    `/api/products?limit=1&tag=winter&not_sold_since=2026-03-02&cursor=${first.next_cursor}`,
  )
  expect(pointersOf(expectProblem(other, 422, 'invalid_input'))).toEqual(['/cursor'])
  expectProblem(await shop.owner.get('/api/products?not_sold_since=yesterday'), 422, 'invalid_input')

  const { token } = await tokenFor(shop, { scopes: ['catalog:read'] })
  const call = callOf('list_products', { not_sold_since: '2026-03-01', tag: 'winter', sort: 'price' })
  expect(answerOf(await post(call, { token }))).toMatchObject({ total: 3, data: found.map(({ id }) => ({ id })) })
})
