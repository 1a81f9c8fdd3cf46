import { describe, expect, test } from 'vitest'
import { listInventory } from '../../../src/areas/products/list-inventory.ts'
import { Product } from '../../../src/areas/products/product.ts'
import { Variant } from '../../../src/areas/products/variant.ts'
import { eventsOf } from '../../support/events.ts'
import { type Client, expectBody, expectProblem, openShop, pointersOf } from '../../support/shop.ts'
import { csv, sent } from '../../platform/transfer/files.ts'

const stockOf = async ({ get }: Pick<Client, 'get'>, query = '') =>
  expectBody(await get(`/api/inventory${query}`), 200, listInventory.output)

/** Five products: title, units on hand, threshold. */
const goods = [
  ['Cap', 50, 10],
  ['Glove', 10, 10],
  ['Scarf', 3, null],
  ['Sock', 0, null],
  ['Tie', 7, 2],
] as const

async function goodsShop() {
  const shop = await openShop()
  const added = []
  for (const [title, on_hand, low_stock_threshold] of goods)
    added.push(await shop.addProduct({ title, variants: [{ sku: `${title}-1`, on_hand, low_stock_threshold }] }))
  const gift = await shop.addProduct({ title: 'Gift card', variants: [{ tracked: false, low_stock_threshold: 5 }] })
  const titles = async (query: string) => (await stockOf(shop.owner, query)).data.map((row) => row.product_title)
  return { ...shop, added, gift, titles }
}

describe('the list of stock', () => {
  test('has each variant with its stock, the fewest available units first', async () => {
    const { owner, added, titles, addOrder } = await goodsShop()
    const [cap] = added
    await addOrder({ items: [{ product_id: cap?.id, quantity: 45, unit_price: 10 }], total_amount: 450 })
    const { data, meta } = await stockOf(owner)
    expect(data.map(({ product_title, available }) => [product_title, available])).toEqual([
      ['Sock', 0],
      ['Gift card', 0],
      ['Scarf', 3],
      ['Cap', 5],
      ['Tie', 7],
      ['Glove', 10],
    ])
    expect(data[3]).toMatchObject({
      product_id: cap?.id,
      product_status: 'active',
      variant_id: cap?.variants[0]?.id,
      variant_title: 'Default',
      sku: 'Cap-1',
      on_hand: 50,
      reserved: 45,
      tracked: true,
      low_stock_threshold: 10,
    })
    expect(meta).toMatchObject({ total: 6, total_is_capped: false, has_more: false })
    expect((await titles('?sort=-available')).toReversed()).toEqual(data.map((row) => row.product_title))
  })

  test('can be narrowed to what is low by its own threshold, or by one for all', async () => {
    const { titles, added, owner } = await goodsShop()
    expect(await titles('?low_stock=true')).toEqual(['Sock', 'Glove'])
    expect(await titles('?low_stock=true&threshold=7')).toEqual(['Sock', 'Scarf', 'Tie'])
    expect(await titles('?low_stock=true&threshold=0')).toEqual(['Sock'])
    expect(await titles('?low_stock=false')).toEqual(['Gift card', 'Scarf', 'Tie', 'Cap'])
    expect(await titles('?low_stock=true&threshold=7&search=tie-1')).toEqual(['Tie'])
    expect(await titles('?search=SCARF')).toEqual(['Scarf'])
    expect(await titles('?search=nothing')).toEqual([])
    expect(await titles(`?product_id=${added[3]?.id}`)).toEqual(['Sock'])
    expect(await titles(`?product_id=${added[3]?.id}&search=tie`)).toEqual([])
    const elsewhere = await (await openShop()).addProduct()
    expectProblem(await owner.get(`/api/inventory?product_id=${elsewhere.id}`), 422, 'unknown_product')
    await owner.delete(`/api/products/${added[3]?.id}`)
    expect(await titles('?low_stock=true')).toEqual(['Glove'])
    expect(await titles('?search=sock')).toEqual([])
    const unused = expectProblem(await owner.get('/api/inventory?threshold=5'), 422, 'invalid_input')
    expect(unused.errors).toMatchObject([{ pointer: '/threshold', code: 'option_unused' }])
    for (const threshold of ['-1', '1.5', 'few'])
      expect(
        pointersOf(expectProblem(await owner.get(`/api/inventory?threshold=${threshold}`), 422, 'invalid_input')),
      ).toEqual(['/threshold'])
  })

  test('knows what is low after every change of units, threshold and tracking', async () => {
    const { owner, added, titles, addOrder } = await goodsShop()
    const [cap] = added
    const isLow = async () => {
      const all = await titles('?low_stock=true')
      expect((await titles('?low_stock=false')).filter((title) => all.includes(title))).toEqual([])
      return all.includes('Cap')
    }
    const at = `/api/products/${cap?.id}/variants/${cap?.variants[0]?.id}`
    const adjust = (delta: number) =>
      owner.post('/api/inventory/adjust', { variant_id: cap?.variants[0]?.id, delta, reason: 'Count' })
    const order = await addOrder({ items: [{ product_id: cap?.id, quantity: 45, unit_price: 10 }], total_amount: 450 })
    expect(await isLow()).toBe(true)
    await owner.post(`/api/orders/${order.id}/cancel`, {})
    expect(await isLow()).toBe(false)
    for (const [change, low] of [
      [{ low_stock_threshold: 50 }, true],
      [{ tracked: false }, false],
      [{ tracked: true }, true],
      [{ low_stock_threshold: null }, false],
    ] as const) {
      expect((await owner.patch(at, change)).status).toBe(200)
      expect([change, await isLow()]).toEqual([change, low])
    }
    expect((await adjust(-50)).status).toBeLessThan(300)
    expect(await isLow()).toBe(true)
    await adjust(1)
    expect(await isLow()).toBe(false)
  })

  test('is paged without a gap', async () => {
    const { owner, titles } = await goodsShop()
    for (const sort of ['available', '-available']) {
      const whole = await titles(`?sort=${sort}`)
      const seen: string[] = []
      let next: string | null = ''
      while (next !== null) {
        const answer = await owner.get(`/api/inventory?sort=${sort}&limit=2${next === '' ? '' : `&cursor=${next}`}`)
        const { data, meta } = expectBody(answer, 200, listInventory.output)
        seen.push(...data.map((row) => row.product_title))
        next = meta.next_cursor
      }
      expect(seen).toEqual(whole)
      expect(await titles(`?sort=${sort}&limit=4&page=2`)).toEqual(whole.slice(4))
    }
  })
})

describe('the threshold of a variant', () => {
  test('can be set, changed and removed', async () => {
    const { owner, addProduct } = await openShop()
    const product = await addProduct({ variants: [{ low_stock_threshold: 5 }] })
    const [variant] = product.variants
    const at = `/api/products/${product.id}/variants/${variant?.id}`
    const thresholdOf = async (change: object) =>
      expectBody(await owner.patch(at, change), 200, Variant).low_stock_threshold
    expect(variant?.low_stock_threshold).toBe(5)
    expect(await thresholdOf({ low_stock_threshold: 0 })).toBe(0)
    expect(await thresholdOf({ barcode: '4006381333931' })).toBe(0)
    expect(await thresholdOf({ low_stock_threshold: null })).toBeNull()
    for (const wrong of [-1, 1.5, '5', 2e9])
      expectProblem(await owner.patch(at, { low_stock_threshold: wrong }), 422, 'invalid_input')
  })

  test('is a column of import files, which an empty cell removes', async () => {
    const { owner } = await openShop()
    const file = (cell: string) =>
      csv('external_id,title,price,sku,low_stock_threshold', ['P-1', 'Scarf', '10', 'SCARF-1', cell])
    const thresholdAfter = async (cell: string) => {
      const report = await sent(owner, 'products', file(cell))
      const product = expectBody(await owner.get(`/api/products/${report.rows[0]?.id}`), 200, Product)
      return [report.rows[0]?.status, product.variants[0]?.low_stock_threshold]
    }
    expect(await thresholdAfter('5')).toEqual(['created', 5])
    expect(await thresholdAfter('5')).toEqual(['unchanged', 5])
    expect(await thresholdAfter('8')).toEqual(['updated', 8])
    expect(await thresholdAfter('')).toEqual(['updated', null])
  })
})

describe('low stock is an event', () => {
  async function watched(variant: Record<string, unknown> = {}) {
    const shop = await openShop()
    const { id, variants } = await shop.addProduct({ variants: [{ on_hand: 10, low_stock_threshold: 5, ...variant }] })
    const variant_id = variants[0]?.id ?? ''
    const sell = (quantity: number) =>
      shop.addOrder({ items: [{ product_id: id, quantity, unit_price: 10 }], total_amount: 10 * quantity })
    const adjust = (delta: number) => shop.owner.post('/api/inventory/adjust', { variant_id, delta, reason: 'counted' })
    const alarms = async () =>
      (await eventsOf(variant_id)).filter(({ type }) => type === 'inventory.low').map(({ data }) => data['available'])
    return { ...shop, id, variant_id, sell, adjust, alarms }
  }

  test('when a sale takes it to the threshold, once until it has recovered', async () => {
    const { sell, adjust, alarms, variant_id, owner } = await watched()
    await sell(4)
    expect(await alarms()).toEqual([])
    const order = await sell(1)
    expect(await eventsOf(variant_id)).toMatchObject([
      { type: 'inventory.low', actor_kind: 'user', data: { variant_id, available: 5, threshold: 5 } },
    ])
    await sell(2)
    expect(await alarms()).toEqual([5])
    await owner.post(`/api/orders/${order.id}/confirm`, {})
    await owner.post(`/api/orders/${order.id}/ship`, {})
    expect(await alarms()).toEqual([5])
    await adjust(4)
    expect(await alarms()).toEqual([5])
    await sell(5)
    expect(await alarms()).toEqual([5, 2])
  })

  test('when an adjustment or an edited order takes it there', async () => {
    const { adjust, sell, alarms, owner, id } = await watched()
    await adjust(-6)
    await adjust(6)
    expect(await alarms()).toEqual([4])
    const order = await sell(1)
    const items = [{ product_id: id, quantity: 8, unit_price: 10 }]
    await owner.patch(`/api/orders/${order.id}`, { items, total_amount: 80 })
    expect(await alarms()).toEqual([4, 2])
    await owner.patch(`/api/orders/${order.id}`, { items: [{ ...items[0], quantity: 1 }], total_amount: 10 })
    await owner.patch(`/api/orders/${order.id}`, { items: [{ ...items[0], quantity: 4 }], total_amount: 40 })
    expect(await alarms()).toEqual([4, 2])
  })

  test('not without a threshold, and not if the stock is not counted', async () => {
    for (const variant of [{ low_stock_threshold: null }, { tracked: false }]) {
      const { sell, alarms } = await watched(variant)
      await sell(10)
      expect(await alarms()).toEqual([])
    }
  })

  test('once, when twenty customers buy at the same time', async () => {
    const { sell, alarms } = await watched({ on_hand: 20 })
    await Promise.all(Array.from({ length: 20 }, () => sell(1)))
    expect(await alarms()).toEqual([5])
  })
})
