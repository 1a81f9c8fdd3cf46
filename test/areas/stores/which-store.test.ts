import { describe, expect, test } from 'vitest'
import { service } from '../../support/service.ts'
import { expectProblem, inStore, openShop, type Shop, somebody } from '../../support/shop.ts'

const shop = service()

const creates = [
  ['/api/products', { title: 'Scarf', price: 5 }],
  ['/api/customers', { name: 'Amal' }],
] as const

/** The owner of the first store belongs to both. */
async function twoShops(): Promise<[Shop, Shop]> {
  const [one, two] = [await openShop({ through: shop }), await openShop({ through: shop, currency: 'KWD' })]
  await two.join(one.owner.subject, 'admin')
  return [one, two]
}

describe('a person with two stores', () => {
  test('must choose one, and gets the list of them', async () => {
    const [one, two] = await twoShops()
    const choice = [one, two].map(({ store: { id, slug, name } }) => ({ id, slug, name }))
    for (const [path, body] of creates) {
      const problem = expectProblem(await one.owner.post(path, body), 422, 'store_required')
      expect(problem.detail).toContain('X-Store-Id')
      expect(problem['stores']).toEqual(choice.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
      expect(await one.owner.get(path)).toMatchObject({ body: { data: [] } })
    }
  })

  test('chooses one with X-Store-Id', async () => {
    const [{ owner }, ...rest] = await twoShops()
    const [two] = rest
    for (const [path, body] of creates)
      expect(await owner.post(path, body, inStore(two.store))).toMatchObject({
        status: 201,
        body: { store_id: two.store.id },
      })
  })

  test('sees both in every list, or only the chosen one', async () => {
    const [one, two] = await twoShops()
    await one.addProduct()
    await two.addProduct()
    await one.addCustomer()
    await two.addCustomer()
    for (const [path] of creates) {
      expect(await one.owner.get(path)).toMatchObject({ body: { meta: { total: 2 } } })
      for (const { store } of [one, two])
        expect(await one.owner.get(path, inStore(store))).toMatchObject({
          body: { data: [{ store_id: store.id }], meta: { total: 1 } },
        })
    }
  })

  test('finds a resource of either by its id, but not with X-Store-Id of the other', async () => {
    const [one, two] = await twoShops()
    const { id } = await two.addProduct()
    expect(await one.owner.get(`/api/products/${id}`)).toMatchObject({ status: 200, body: { store_id: two.store.id } })
    expect(await one.owner.patch(`/api/products/${id}`, { title: 'Shawl' })).toMatchObject({ status: 200 })
    const through = inStore(one.store)
    expectProblem(await one.owner.get(`/api/products/${id}`, through), 404, 'not_found')
    expectProblem(await one.owner.patch(`/api/products/${id}`, { title: 'Veil' }, through), 404, 'not_found')
  })
})

describe('a person without a store', () => {
  test('gets empty lists, and the advice to create a store', async () => {
    const merchant = await somebody(shop)
    for (const [path, body] of creates) {
      expect(await merchant.get(path)).toMatchObject({ status: 200, body: { data: [], meta: { total: 0 } } })
      const problem = expectProblem(await merchant.post(path, body), 422, 'store_required')
      expect(problem).toMatchObject({ stores: [], detail: expect.stringContaining('POST /api/stores') })
    }
  })
})
