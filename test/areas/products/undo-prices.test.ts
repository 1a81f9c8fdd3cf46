import { describe, expect, test } from 'vitest'
import { Product } from '../../../src/areas/products/product.ts'
import { undoPrices } from '../../../src/areas/products/undo-prices.ts'
import { updatePrices } from '../../../src/areas/products/update-prices.ts'
import { newId } from '../../../src/platform/values/ids.ts'
import { answerOf, callOf, post, refusalOf, tokenFor } from '../../support/callers/assistant.ts'
import { asOwner } from '../../support/sql.ts'
import { expectBody, expectProblem, openShop } from '../../support/shop.ts'
import { eventsOf } from '../../support/events.ts'

type Priced = { readonly price: number; readonly compare_at_price: number | null }
const pairOf = ({ price, compare_at_price }: Priced) => [price, compare_at_price]

/** A scarf for 10; a hat for 30, before 40, whose S costs that, before 35, and whose L costs 50. */
async function openSale() {
  const shop = await openShop()
  const { owner } = shop
  const scarf = await shop.addProduct({ title: 'Scarf', price: 10 })
  const hat = await shop.addProduct({
    title: 'Hat',
    price: 30,
    compare_at_price: 40,
    variants: [
      { options: { size: 'S' }, compare_at_price: 35 },
      { options: { size: 'L' }, price: 50 },
    ],
  })
  const [small, large] = hat.variants.map(({ id }) => `/api/products/${hat.id}/variants/${id}`)
  const send = (body: object) => owner.post('/api/products/prices', { products: ['Scarf', 'Hat'], ...body })
  const change = async (body: object) => {
    const { changes } = expectBody(await send(body), 200, updatePrices.output)
    return expectBody(await send({ ...body, dry_run: false, expected_changes: changes }), 200, updatePrices.output)
  }
  const undoing = (id: string | null) => owner.post(`/api/products/prices/${id}/undo`, {})
  const undo = async (id: string | null) => expectBody(await undoing(id), 200, undoPrices.output)
  const read = async (id: string) => expectBody(await owner.get(`/api/products/${id}`), 200, Product)
  const prices = async () => {
    const { variants, ...product } = await read(hat.id)
    return [await read(scarf.id), product, ...variants].map(pairOf)
  }
  return { ...shop, scarf, hat, small: `${small}`, large: `${large}`, send, change, undo, undoing, read, prices }
}

const before = [
  [10, null],
  [30, 40],
  [30, 35],
  [50, null],
]

describe('a sale with former prices', () => {
  test('keeps each old price as the former price, of products and of variants', async () => {
    const { change, prices, hat } = await openSale()
    expect(await prices()).toEqual(before)
    const changed = await change({ percentage: -20, set_compare_at: true })
    expect(changed).toMatchObject({ products: 2, changes: 3, problems: 0, change_id: expect.any(String) })
    expect(await prices()).toEqual([
      [8, 10],
      [24, 30],
      [24, 30],
      [40, 50],
    ])
    const updated = (await eventsOf(hat.id)).find(({ type }) => type === 'product.updated')
    expect(updated?.data).toEqual({ changed: ['compare_at_price', 'price', 'variants'] })
  })

  test('is only for lower prices', async () => {
    const { send } = await openSale()
    for (const raise of [{ percentage: 5 }, { amount: 1 }, { percentage: 0 }]) {
      const { errors } = expectProblem(await send({ ...raise, set_compare_at: true }), 422, 'invalid_input')
      expect(errors).toMatchObject([{ pointer: '/set_compare_at', code: 'option_unused' }])
    }
    expect(await send({ amount: -1, set_compare_at: true })).toMatchObject({ status: 200 })
  })

  test('changes nothing in a dry run, and has nothing to undo then', async () => {
    const { send, prices } = await openSale()
    const dry = await send({ percentage: -20, set_compare_at: true })
    expect(dry).toMatchObject({ body: { changes: 3, change_id: null } })
    expect(await prices()).toEqual(before)
  })

  test('does not raise a price to the former price of a variant', async () => {
    const { send, prices } = await openSale()
    const dry = expectBody(await send({ products: ['Hat'], amount: 5 }), 200, updatePrices.output)
    expect(dry).toMatchObject({
      changes: 2,
      problems: 1,
      rows: [{ title: 'Hat', new_price: 35, reached: 'Hat – S' }, {}],
    })
    const applied = await send({ products: ['Hat'], amount: 5, dry_run: false, expected_changes: 2 })
    const { detail, errors } = expectProblem(applied, 422, 'invalid_input')
    expect(errors).toMatchObject([{ code: 'compare_at_price_not_above_price' }])
    expect(detail).toContain('"Hat – S"')
    expect(await prices()).toEqual(before)
  })
})

describe('a change of prices that is undone', () => {
  test.for([{ percentage: -20, set_compare_at: true }, { percentage: -20 }, { amount: 2.5 }])(
    'restores all prices and former prices: %o',
    async (body) => {
      const { change, undo, prices, hat, read } = await openSale()
      const { change_id } = await change(body)
      expect(await prices()).not.toEqual(before)
      const { version } = await read(hat.id)
      expect(await undo(change_id)).toMatchObject({ products: 2, changes: 3, left: [] })
      expect(await prices()).toEqual(before)
      expect((await read(hat.id)).version).toBe(version + 1)
      expect(await undo(change_id)).toEqual({ products: 0, changes: 0, rows: [], left: [], left_count: 0 })
      expect((await read(hat.id)).version).toBe(version + 1)
    },
  )

  test('leaves prices that were changed since, and names them', async () => {
    const { change, undo, prices, owner, scarf, hat, large } = await openSale()
    const { change_id } = await change({ percentage: -20, set_compare_at: true })
    await owner.patch(`/api/products/${scarf.id}`, { price: 9 })
    await owner.patch(large, { compare_at_price: 45 })
    expect(await undo(change_id)).toEqual({
      products: 1,
      changes: 1,
      rows: [{ title: 'Hat', sku: null, price: 24, new_price: 30 }],
      left_count: 2,
      left: [
        { product_id: hat.id, variant_id: hat.variants[1]?.id, title: 'Hat – L', sku: null, price: 40 },
        { product_id: scarf.id, variant_id: null, title: 'Scarf', sku: null, price: 9 },
      ],
    })
    const restored = [
      [9, 10],
      [30, 40],
      [30, 35],
      [40, 45],
    ]
    expect(await prices()).toEqual(restored)
    await owner.patch(`/api/products/${scarf.id}`, { price: 8 })
    expect(await undo(change_id)).toMatchObject({ changes: 1, left: [{ title: 'Hat – L' }] })
    expect((await prices())[0]).toEqual([10, null])
  })

  test('leaves a price that would reach a former price set since', async () => {
    const { change, undo, prices, owner, small } = await openSale()
    const { change_id } = await change({ percentage: -20, set_compare_at: true })
    await owner.patch(small, { compare_at_price: 28 })
    expect(await undo(change_id)).toMatchObject({
      changes: 2,
      left: [
        { title: 'Hat', price: 24 },
        { title: 'Hat – S', price: 24 },
      ],
    })
    expect(await prices()).toEqual([
      [10, null],
      [24, 30],
      [24, 28],
      [50, null],
    ])
    await owner.patch(small, { compare_at_price: null })
    expect(await undo(change_id)).toMatchObject({ changes: 1, left: [] })
    expect(await prices()).toEqual(before)
  })

  test('restores the former price of a variant once it has the price of its product again', async () => {
    const { change, undo, prices, owner, small } = await openSale()
    const { change_id } = await change({ percentage: -20, set_compare_at: true })
    await owner.patch(small, { price: 22 })
    expect(await undo(change_id)).toMatchObject({ changes: 3, left: [{ title: 'Hat – S', price: 22 }] })
    await owner.patch(small, { price: null })
    expect(await undo(change_id)).toMatchObject({ changes: 0, left: [] })
    expect(await prices()).toEqual(before)
  })

  test('says what a variant costs that has the price of its product now', async () => {
    const { change, undo, owner, large } = await openSale()
    const { change_id } = await change({ percentage: -20 })
    await owner.patch(large, { price: null })
    expect(await undo(change_id)).toMatchObject({ changes: 2, left: [{ title: 'Hat – L', price: 30 }] })
  })

  test('never leaves a former price that is not above the price, whatever else changes at the same time', async () => {
    const { change, undoing, owner, small, large, hat, read } = await openSale()
    const { change_id } = await change({ percentage: -20, set_compare_at: true })
    await Promise.all([
      undoing(change_id),
      owner.patch(small, { compare_at_price: 25 }),
      owner.patch(large, { compare_at_price: 41 }),
      undoing(change_id),
    ])
    const { variants, ...product } = await read(hat.id)
    for (const { price, compare_at_price } of [product, ...variants])
      expect(compare_at_price ?? Infinity).toBeGreaterThan(price)
  })

  test('is not in the way of removed variants, and restores archived products', async () => {
    const { change, undo, owner, scarf, large, read } = await openSale()
    const { change_id } = await change({ amount: -1 })
    await owner.delete(large)
    await owner.delete(`/api/products/${scarf.id}`)
    expect(await undo(change_id)).toMatchObject({ products: 2, changes: 2, left: [] })
    expect(await read(scarf.id)).toMatchObject({ price: 10, status: 'archived' })
  })

  test('restores step by step if two changes follow each other', async () => {
    const { change, undo, prices } = await openSale()
    const first = await change({ percentage: -10, set_compare_at: true })
    const second = await change({ percentage: -10, set_compare_at: true })
    expect(await undo(first.change_id)).toMatchObject({ changes: 0, left: [{}, {}, {}, {}], left_count: 4 })
    expect(await undo(second.change_id)).toMatchObject({ changes: 3, left: [] })
    expect(await undo(first.change_id)).toMatchObject({ changes: 3, left: [] })
    expect(await prices()).toEqual(before)
  })

  test('is undone once if it is sent at the same time', async () => {
    const { change, undo, prices, hat, read } = await openSale()
    const { change_id } = await change({ percentage: -20 })
    const { version } = await read(hat.id)
    const answers = await Promise.all([undo(change_id), undo(change_id), undo(change_id)])
    expect(answers.map(({ changes }) => changes).toSorted((a, b) => a - b)).toEqual([0, 0, 3])
    expect([await prices(), (await read(hat.id)).version]).toEqual([before, version + 1])
  })

  test('is unknown in another store, to another store, and after 24 hours', async () => {
    const { change, undoing, prices, undo } = await openSale()
    const { change_id } = await change({ percentage: -20 })
    const { owner: stranger } = await openShop()
    for (const answer of [
      await stranger.post(`/api/products/prices/${change_id}/undo`, {}),
      await undoing(newId()),
      await undoing('1'),
    ])
      expectProblem(answer, 404, 'not_found')
    expect(expectProblem(await undoing(newId()), 404, 'not_found').detail).toContain('in the last 24 hours')
    const changed = await prices()
    await asOwner`update price_changes set created_at = now() - interval '24 hours 1 second' where id = ${change_id}`
    expectProblem(await undoing(change_id), 404, 'not_found')
    await asOwner`update price_changes set created_at = now() - interval '23 hours 59 minutes' where id = ${change_id}`
    expect(await prices()).toEqual(changed)
    expect(await undo(change_id)).toMatchObject({ changes: 3 })
  })

  test('is forgotten by the hourly job after a day', async () => {
    const { change, store } = await openSale()
    const old = await change({ percentage: -20 })
    const young = await change({ percentage: -20 })
    await asOwner`update price_changes set created_at = now() - interval '25 hours' where id = ${old.change_id}`
    await asOwner`select app.sweep_price_changes()`
    const kept = await asOwner`select id from price_changes where store_id = ${store.id}`
    expect(kept).toEqual([{ id: young.change_id }])
  })

  test('by an assistant, who sends undo alone', async () => {
    const shop = await openSale()
    const { token } = await tokenFor(shop, { scopes: ['catalog:write'] })
    const send = (args: Record<string, unknown>) => post(callOf('update_prices', args), { token })
    const sale = { products: ['Scarf', 'Hat'], percentage: -20, set_compare_at: true }
    const dry = answerOf(await send(sale))
    expect(dry).toMatchObject({ changes: 3, change_id: null })
    const { change_id } = Object(answerOf(await send({ ...sale, dry_run: false, expected_changes: 3 })))
    for (const more of [{ dry_run: true }, { percentage: 25 }, { products: ['Hat'] }]) {
      const { errors } = refusalOf(await send({ undo: change_id, ...more }))
      expect(errors).toMatchObject([{ pointer: `/${Object.keys(more).join()}`, code: 'option_unused' }])
    }
    expect(refusalOf(await send({ undo: newId() }))).toMatchObject({ code: 'not_found' })
    expect(refusalOf(await send({ percentage: -5 })).errors).toMatchObject([{ pointer: '/tag', code: 'required' }])
    expect(answerOf(await send({ undo: change_id, dry_run: false }))).toMatchObject({
      products: 2,
      changes: 3,
      rows: [{}, {}, {}],
      left: [],
    })
    expect(await shop.prices()).toEqual(before)
  })
})
