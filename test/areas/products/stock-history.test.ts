import { describe, expect, test, vi } from 'vitest'
import type * as z from 'zod'
import { listMovements } from '../../../src/areas/products/list-movements.ts'
import { openWindow } from '../storefront/shop-window.ts'
import { watchLog } from '../../support/run/log.ts'
import { openScratch } from '../../support/scratch.ts'
import { type Client, expectBody, expectProblem, openShop, pointersOf } from '../../support/shop.ts'

const movementsOf = async ({ get }: Pick<Client, 'get'>, query = '') =>
  expectBody(await get(`/api/inventory/movements${query}`), 200, listMovements.output)

type Movement = z.output<typeof listMovements.output>['data'][number]

const changeOf = ({ kind, on_hand_delta, reserved_delta, on_hand_after, reserved_after }: Movement) =>
  [kind, on_hand_delta, reserved_delta, on_hand_after, reserved_after] as const

/** A shop with ten scarves, and what happened to them. */
async function scarfShop() {
  const shop = await openShop()
  const product = await shop.addProduct({ variants: [{ sku: 'SCARF-1', on_hand: 10 }] })
  const variant_id = product.variants[0]?.id ?? ''
  const order = await shop.addOrder({
    items: [{ product_id: product.id, quantity: 4, unit_price: 10 }],
    total_amount: 40,
  })
  const act = (action: string, body = {}) => shop.owner.post(`/api/orders/${order.id}/${action}`, body)
  const adjust = (delta: number, reason: string, by: Client = shop.owner) =>
    by.post('/api/inventory/adjust', { variant_id, delta, reason })
  return { ...shop, product, variant_id, order, act, adjust }
}

describe('the stock history', () => {
  test('tells what changed the stock, who did it, for which order, and the stock afterwards', async () => {
    const { owner, hire, product, variant_id, order, act, adjust } = await scarfShop()
    const packer = await hire('staff')
    await act('confirm')
    await act('payments')
    await packer.post(`/api/orders/${order.id}/ship`, { items: [{ position: 1, quantity: 3 }], carrier: 'DHL' })
    await adjust(5, 'received', packer)
    await act('return', { items: [{ position: 1, quantity: 2 }], restock: true, reason: 'too small' })
    const { data, meta } = await movementsOf(owner, `?variant_id=${variant_id}`)
    expect(data.map(changeOf)).toEqual([
      ['returned', 2, 0, 14, 1],
      ['adjusted', 5, 0, 12, 1],
      ['shipped', -3, -3, 7, 1],
      ['reserved', 0, 4, 10, 4],
      ['initial', 10, 0, 10, 0],
    ])
    expect(meta).toMatchObject({ total: 5, has_more: false, next_cursor: null })
    const of = { order_id: order.id, order_number: order.number }
    const none = { order_id: null, order_number: null }
    expect(data).toMatchObject([
      { ...of, reason: null },
      { ...none, reason: 'received' },
      { ...of, reason: null },
      of,
      none,
    ])
    const names = data.map(({ actor }) => actor?.kind === 'user' && actor.name)
    expect(names).toEqual([owner, packer, packer, owner, owner].map(({ email }) => email.split('@')[0]))
    expect(data[0]).toMatchObject({
      product_id: product.id,
      product_title: 'Scarf',
      variant_title: 'Default',
      sku: 'SCARF-1',
    })
    const times = data.map(({ created_at }) => created_at)
    expect(times.toSorted().toReversed()).toEqual(times)
  })

  test('names the system for the orders of shoppers, and when their reservation expires', async () => {
    // The cron releases the orders of all stores, also in tests of other files, which then leave none to this one.
    const { sql, service } = await openScratch()
    const window = await openWindow({ through: service(), sql })
    await window.addProduct({ title: 'Scarf', variants: [{ on_hand: 10 }] })
    for (const [quantity, phone] of [
      [2, '+96550000001'],
      [3, '+96550000002'],
    ] as const)
      await window.send('/orders', {
        customer: { name: 'Amal', phone },
        items: [{ product_slug: 'scarf', quantity }],
      })
    await sql`update orders set reserved_until = now() - interval '1 second' where store_id = ${window.store.id}`
    await sql`select app.run_store_job('release_reservations', s, 500) from unnest(app.stores_due('release_reservations', '{}', 1)) as s`
    const { data } = await movementsOf(window.owner)
    expect(data.map(changeOf)).toEqual([
      ['released', 0, -3, 10, 0],
      ['released', 0, -2, 10, 3],
      ['reserved', 0, 3, 10, 5],
      ['reserved', 0, 2, 10, 2],
      ['initial', 10, 0, 10, 0],
    ])
    expect(data.map(({ actor }) => actor?.kind)).toEqual(['system', 'system', 'system', 'system', 'user'])
  })

  test('can be narrowed to an order, a variant, a product and a time', async () => {
    const { owner, store, product, variant_id, order, adjust, addProduct, addOrder } = await scarfShop()
    const caps = await addProduct({
      title: 'Cap',
      variants: ['red', 'blue'].map((colour) => ({ options: { colour }, on_hand: 5 })),
    })
    const both = await addOrder({
      items: [
        { product_id: product.id, quantity: 1, unit_price: 10 },
        { product_id: caps.id, variant_id: caps.variants[0]?.id, quantity: 2, unit_price: 10 },
      ],
      total_amount: 30,
    })
    await adjust(1, 'found')
    const kinds = async (query: string) =>
      (await movementsOf(owner, query)).data.map(({ kind, variant_title }) => `${variant_title} ${kind}`)
    expect((await kinds(`?order_id=${both.id}`)).toSorted()).toEqual(['Default reserved', 'red reserved'])
    expect(await kinds(`?order_id=${both.id}&product_id=${caps.id}`)).toEqual(['red reserved'])
    expect(await kinds(`?order_id=${order.id}`)).toEqual(['Default reserved'])
    expect((await kinds(`?product_id=${caps.id}`)).toSorted()).toEqual(['blue initial', 'red initial', 'red reserved'])
    expect(await kinds(`?variant_id=${variant_id}&product_id=${product.id}`)).toHaveLength(4)
    expect(await kinds(`?variant_id=${variant_id}`)).toHaveLength(4)
    const { data, meta } = await movementsOf(owner)
    expect(meta.total).toBe(data.length)
    const [newest, second] = data
    expect(await kinds(`?from=${newest?.created_at}`)).toEqual(['Default adjusted'])
    expect(await kinds(`?to=${second?.created_at}&variant_id=${variant_id}`)).not.toContain('Default adjusted')
    const [first = '', last = ''] = [data.at(-1), data[0]].map((movement) => movement?.created_at.slice(0, 10))
    await owner.patch(`/api/stores/${store.id}`, { timezone: 'UTC' })
    expect(await kinds(`?from=${first}&to=${last}`)).toHaveLength(data.length)
    expect(await kinds('?from=9999-01-01')).toEqual([])
    expect(await kinds('?to=1000-01-01')).toEqual([])
    expect(
      pointersOf(expectProblem(await owner.get('/api/inventory/movements?from=today'), 422, 'invalid_input')),
    ).toEqual(['/from'])
  })

  test('is not of a variant of another product', async () => {
    const { owner, variant_id, addProduct } = await scarfShop()
    const cap = await addProduct({ title: 'Cap' })
    const { requests } = watchLog()
    const answer = await owner.get(`/api/inventory/movements?variant_id=${variant_id}&product_id=${cap.id}`)
    expect(expectProblem(answer, 422, 'invalid_input').errors).toMatchObject([
      { pointer: '/variant_id', code: 'conflicting_fields' },
    ])
    expect(requests()).toMatchObject([{ db_round_trips: 1 }])
    vi.restoreAllMocks()
  })

  test('is paged without a gap, of one variant and of a product', async () => {
    const { owner, product, variant_id, adjust } = await scarfShop()
    for (let nth = 1; nth <= 5; nth++) await adjust(nth, `delivery ${nth}`)
    for (const filter of [`variant_id=${variant_id}`, `product_id=${product.id}`, '']) {
      const whole = (await movementsOf(owner, `?${filter}`)).data.map(({ id }) => id)
      const seen: string[] = []
      let next: string | null = ''
      while (next !== null) {
        const { data, meta }: z.output<typeof listMovements.output> = await movementsOf(
          owner,
          `?${filter}&limit=3${next === '' ? '' : `&cursor=${next}`}`,
        )
        seen.push(...data.map(({ id }) => id))
        next = meta.next_cursor
      }
      expect(seen).toEqual(whole)
      expect(seen).toHaveLength(7)
      expect((await movementsOf(owner, `?${filter}&limit=3&page=3`)).data.map(({ id }) => id)).toEqual(whole.slice(6))
    }
  })
})
