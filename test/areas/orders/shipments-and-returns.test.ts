import { describe, expect, test } from 'vitest'
import { CreatedOrder, expectBody, expectProblem } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { act, ask, handling, orderOf, stockOf } from './acting.ts'
import { expectSoundBooks } from './books.ts'
import { openScarfShop } from './scarf-shop.ts'

/** A confirmed order of two scarves, one hat and three more scarves: items 1 and 3 have the same variant. */
async function openConfirmed() {
  const shop = await openScarfShop({ on_hand: 10 })
  const hat = await shop.addProduct({ title: 'Hat', variants: [{ on_hand: 4 }] })
  const items = [
    shop.line({ quantity: 2 }),
    { product_id: hat.id, quantity: 1, unit_price: 5 },
    shop.line({ quantity: 3, unit_price: 9 }),
  ]
  const { id } = await shop.bought({ items, total_amount: 52 })
  await act(shop.owner, id, 'confirm')
  const variantId = shop.scarf.variants[0]?.id ?? ''
  return {
    ...shop,
    hat,
    variantId,
    ...handling(shop.owner, id),
    scarves: () => stockOf(shop.owner, shop.scarf.id),
    hats: () => stockOf(shop.owner, hat.id),
  }
}

type Moved = { items: readonly { shipped_quantity: number; returned_quantity: number }[] }
const shipped = ({ items }: Moved) => items.map((item) => item.shipped_quantity)
const returned = ({ items }: Moved) => items.map((item) => item.returned_quantity)

describe('an order is shipped', () => {
  test('in parts, by position, variant or product, each taken out of stock', async () => {
    const { does, variantId, hat, scarf, scarves, hats, store } = await openConfirmed()
    expect(await scarves()).toEqual([{ on_hand: 10, reserved: 5 }])

    const first = await does('ship', {
      items: [{ position: 3, quantity: 1 }],
      carrier: 'Aramex',
      tracking_number: 'AX-1',
    })
    expect(shipped(first)).toEqual([0, 0, 1])
    expect(first.fulfillment_status).toBe('partially_shipped')
    expect(await scarves()).toEqual([{ on_hand: 9, reserved: 4 }])

    // If two items have the variant, the first one is shipped first.
    const second = await does('ship', { items: [{ variant_id: variantId, quantity: 3 }, { product_id: hat.id }] })
    expect(shipped(second)).toEqual([2, 1, 2])
    expect(await scarves()).toEqual([{ on_hand: 6, reserved: 1 }])
    expect(await hats()).toEqual([{ on_hand: 3, reserved: 0 }])

    const third = await does('ship', { items: [{ product_id: scarf.id }], tracking_url: 'https://track.example/1' })
    expect(third.fulfillment_status).toBe('shipped')
    expect(third.shipments).toMatchObject([
      { carrier: 'Aramex', tracking_number: 'AX-1', tracking_url: null, items: [{ position: 3, quantity: 1 }] },
      {
        carrier: null,
        items: [
          { position: 1, quantity: 2 },
          { position: 3, quantity: 1 },
          { position: 2, quantity: 1 },
        ],
      },
      { tracking_url: 'https://track.example/1', items: [{ position: 3, variant_id: variantId, quantity: 1 }] },
    ])
    expect(await scarves()).toEqual([{ on_hand: 5, reserved: 0 }])
    await expectSoundBooks(store.id)
  })

  test('completely by default, with everything that is left', async () => {
    const { does, scarves, store } = await openConfirmed()
    await does('ship', { items: [{ position: 1 }] })
    const whole = await does('ship')
    expect(whole.fulfillment_status).toBe('shipped')
    expect(shipped(whole)).toEqual([2, 1, 3])
    expect(whole.shipments.map(({ items }) => items.map(({ position }) => position))).toEqual([[1], [2, 3]])
    expect(await scarves()).toEqual([{ on_hand: 5, reserved: 0 }])
    await expectSoundBooks(store.id)
  })

  test('by at most the remaining units, per item and in total', async () => {
    const { owner, asks, does, id, variantId, scarves, store } = await openConfirmed()
    await does('ship', { items: [{ position: 1, quantity: 1 }] })
    const before = await orderOf(owner, id)
    const tooMany = [
      { items: [{ position: 1, quantity: 2 }], pointer: '/items/0/quantity', available: 1, requested: 2 },
      {
        items: [{ position: 2 }, { variant_id: variantId, quantity: 5 }],
        pointer: '/items/1/quantity',
        available: 4,
        requested: 5,
      },
      {
        items: [
          { position: 3, quantity: 3 },
          { position: 3, quantity: 1 },
        ],
        pointer: '/items/1/quantity',
        available: 0,
        requested: 1,
      },
    ]
    for (const { items, ...facts } of tooMany) {
      const problem = expectProblem(await asks('ship', { items }), 409, 'invalid_transition')
      const { available, requested } = facts
      expect(problem).toMatchObject({ available, requested, allowed_actions: before.allowed_actions, errors: [facts] })
    }
    const all = [{ position: 1, quantity: 9 }, { position: 2 }, { position: 3, quantity: 4 }]
    expect(expectProblem(await asks('ship', { items: all }), 409, 'invalid_transition')).toMatchObject({
      available: 1,
      requested: 9,
      errors: [
        { pointer: '/items/0/quantity', available: 1, requested: 9 },
        { pointer: '/items/2/quantity', available: 3, requested: 4 },
      ],
    })
    expect(await orderOf(owner, id)).toEqual(before)
    expect(await scarves()).toEqual([{ on_hand: 9, reserved: 4 }])
    await expectSoundBooks(store.id)
  })

  test('only by items that it has', async () => {
    const { owner, asks, addProduct, id, hat, store } = await openConfirmed()
    const other = await addProduct({ title: 'Glove' })
    const before = await orderOf(owner, id)
    const unknown = [
      { position: 4 },
      { variant_id: other.variants[0]?.id },
      { product_id: other.id, quantity: 1 },
      { product_id: crypto.randomUUID() },
      // Each field names an item, but no item matches both.
      { position: 1, product_id: hat.id },
    ]
    for (const item of unknown) {
      const problem = expectProblem(await asks('ship', { items: [{ position: 1 }, item] }), 422, 'invalid_input')
      expect(problem.errors).toMatchObject([{ pointer: '/items/1' }])
    }
    const several = {
      items: [{ position: 1, quantity: 3 }, { position: 4 }, { position: 2 }, { product_id: other.id }],
    }
    expect(expectProblem(await asks('ship', several), 422, 'invalid_input').errors).toMatchObject([
      { pointer: '/items/0/quantity', code: 'invalid_transition', available: 2 },
      { pointer: '/items/1', code: 'unknown_item' },
      { pointer: '/items/3', code: 'unknown_item' },
    ])
    expect(await orderOf(owner, id)).toEqual(before)
    await expectSoundBooks(store.id)
  })

  test('only by a valid request', async () => {
    const { owner, asks, id } = await openConfirmed()
    const before = await orderOf(owner, id)
    for (const [body, pointer] of [
      [{ items: [] }, '/items'],
      [{ items: [{}] }, '/items/0'],
      [{ items: [{ quantity: 1 }] }, '/items/0'],
      [{ items: [{ position: 1, quantity: 0 }] }, '/items/0/quantity'],
      [{ items: [{ position: 1, quantity: 1.5 }] }, '/items/0/quantity'],
      [{ items: [{ position: 1, quanity: 1 }] }, '/items/0/quanity'],
      [{ items: [{ variant_id: '' }] }, '/items/0/variant_id'],
      [{ tracking_url: 'javascript:alert(1)' }, '/tracking_url'],
      [{ carier: 'DHL' }, '/carier'],
    ] as const)
      expect(expectProblem(await asks('ship', body), 422, 'invalid_input').errors).toMatchObject([{ pointer }])
    expect(await orderOf(owner, id)).toEqual(before)
  })
})

test('an item of which nothing is left to ship, return or take back is refused, and so are the others with it', async () => {
  const { owner, asks, does, id, variantId, hat, store } = await openConfirmed()
  await does('payments')
  await does('ship', { items: [{ position: 1 }] })
  const refusedOf = async (action: string, items: readonly object[]) =>
    expectProblem(await asks(action, { items }), 409, 'invalid_transition')
  const before = await orderOf(owner, id)
  expect(await refusedOf('ship', [{ position: 1 }, { position: 2 }])).toMatchObject({
    detail: 'Nothing of "Scarf" is left to ship.',
    available: 0,
    allowed_actions: before.allowed_actions,
    errors: [{ pointer: '/items/0', code: 'invalid_transition', available: 0 }],
  })
  expect((await refusedOf('ship', [{ position: 2 }, { position: 2 }])).errors).toMatchObject([{ pointer: '/items/1' }])
  expect((await refusedOf('ship', [{ position: 1 }])).detail).toBe('Nothing of "Scarf" is left to ship.')
  for (const action of ['return', 'refuse'])
    for (const [item, title] of [
      [{ product_id: hat.id }, 'Hat'],
      [{ position: 3 }, 'Scarf'],
    ] as const)
      expect(await refusedOf(action, [{ position: 1, quantity: 2 }, item]), action).toMatchObject({
        detail: `Nothing of "${title}" is left to come back.`,
        errors: [{ pointer: '/items/1', code: 'invalid_transition', available: 0 }],
      })
  expect(await orderOf(owner, id)).toEqual(before)
  // Some units of the variant are left: those of item 3.
  const rest = await does('ship', { items: [{ variant_id: variantId }, { position: 2 }] })
  expect(shipped(rest)).toEqual([2, 1, 3])
  expect(await does('ship')).toEqual(rest)
  await expectSoundBooks(store.id)
})

test('an item that is named by a variant and by another product is not one of the order', async () => {
  const { asks, does, store } = await openConfirmed()
  const one = { variant_id: 'sc-1', quantity: 1 }
  await does('payments')
  expect(shipped(await does('ship', { items: [{ ...one, quantity: 2, product_id: 'scarf' }] }))).toEqual([2, 0, 0])
  for (const action of ['ship', 'return', 'refuse']) {
    const wrong = await asks(action, { items: [{ ...one, product_id: 'Hat' }] })
    expect(expectProblem(wrong, 422, 'invalid_input').errors, action).toMatchObject([{ pointer: '/items/0' }])
  }
  expect(returned(await does('return', { items: [{ ...one, product_id: 'Scarf' }] }))).toEqual([1, 0, 0])
  await expectSoundBooks(store.id)
})

describe('shipped items are returned', () => {
  test('unit by unit, into stock if they can be sold again', async () => {
    const { does, variantId, scarves, hats, store } = await openConfirmed()
    await does('ship')
    await does('deliver')
    const first = await does('return', { items: [{ variant_id: variantId, quantity: 3 }], reason: 'Too small' })
    expect(returned(first)).toEqual([2, 0, 1])
    expect(first.fulfillment_status).toBe('partially_returned')
    expect(await scarves()).toEqual([{ on_hand: 8, reserved: 0 }])

    const second = await does('return', { items: [{ position: 2 }], restock: false, reason: 'Torn' })
    expect(returned(second)).toEqual([2, 1, 1])
    expect(await hats()).toEqual([{ on_hand: 3, reserved: 0 }])

    const last = await does('return')
    expect(last).toMatchObject({ fulfillment_status: 'returned', status: 'confirmed' })
    expect(returned(last)).toEqual([2, 1, 3])
    expect(await scarves()).toEqual([{ on_hand: 10, reserved: 0 }])
    await expectSoundBooks(store.id)
  })

  test('before the rest is shipped, which is still possible', async () => {
    const { owner, does, id, scarves, store } = await openConfirmed()
    await does('payments', { amount: 52 })
    await does('ship', { items: [{ position: 1 }] })
    await does('return', { items: [{ position: 1, quantity: 1 }] })
    expect(await scarves()).toEqual([{ on_hand: 9, reserved: 3 }])
    const rest = await does('ship')
    expect(rest).toMatchObject({ fulfillment_status: 'partially_returned' })
    expect(shipped(rest)).toEqual([2, 1, 3])
    const there = await does('deliver')
    expect(there).toMatchObject({ fulfillment_status: 'partially_returned', delivered_at: expect.any(String) })
    await act(owner, id, 'complete')
    expect(await scarves()).toEqual([{ on_hand: 6, reserved: 0 }])
    await expectSoundBooks(store.id)
  })

  test('and cancelling the order afterwards releases the rest', async () => {
    const { does, scarves, hats, store } = await openConfirmed()
    await does('payments')
    await does('refunds', { amount: 52 })
    await does('ship', { items: [{ position: 1 }] })
    await does('return', { restock: false })
    expect(await does('cancel')).toMatchObject({ status: 'cancelled', fulfillment_status: 'partially_returned' })
    expect(await scarves()).toEqual([{ on_hand: 8, reserved: 0 }])
    expect(await hats()).toEqual([{ on_hand: 4, reserved: 0 }])
    await expectSoundBooks(store.id)
  })

  test('up to the shipped units', async () => {
    const { owner, asks, does, id, variantId, scarves, store } = await openConfirmed()
    await does('payments')
    await does('ship', { items: [{ position: 1 }, { position: 3, quantity: 1 }] })
    await does('return', { items: [{ position: 1, quantity: 1 }] })
    const before = await orderOf(owner, id)
    for (const [item, available, requested] of [
      [{ position: 1, quantity: 2 }, 1, 2],
      [{ position: 2, quantity: 1 }, 0, 1],
      [{ variant_id: variantId, quantity: 4 }, 2, 4],
    ] as const)
      expect(expectProblem(await asks('return', { items: [item] }), 409, 'invalid_transition')).toMatchObject({
        available,
        requested,
        errors: [{ pointer: '/items/0/quantity', available, requested }],
      })
    expectProblem(await asks('return', { items: [{ position: 2 }] }), 409, 'invalid_transition')
    expect(
      expectProblem(await asks('return', { items: [{ position: 9 }] }), 422, 'invalid_input').errors,
    ).toMatchObject([{ pointer: '/items/0' }])
    for (const body of [{ restock: 'yes' }, { items: [] }, { reasn: 'x' }])
      expectProblem(await asks('return', body), 422, 'invalid_input')
    expect(await orderOf(owner, id)).toEqual(before)
    expect(await scarves()).toEqual([{ on_hand: 8, reserved: 2 }])
    await expectSoundBooks(store.id)
  })
})

describe('stock that is untracked, oversold or removed', () => {
  test('goes below zero if backorders are allowed or it is not tracked, and is returned', async () => {
    const { addProduct, owner, bought, store } = await openScarfShop()
    const coat = await addProduct({ title: 'Coat', variants: [{ on_hand: 1, allow_backorder: true }] })
    const engraving = await addProduct({ title: 'Engraving', variants: [{ tracked: false }] })
    const items = [coat, engraving].map(({ id }) => ({ product_id: id, quantity: 3, unit_price: 1 }))
    const { id } = await bought({ items, total_amount: 6 })
    await act(owner, id, 'confirm')
    await act(owner, id, 'ship', { items: [{ position: 1, quantity: 2 }, { position: 2 }] })
    expect(await stockOf(owner, coat.id)).toEqual([{ on_hand: -1, reserved: 1 }])
    expect(await stockOf(owner, engraving.id)).toEqual([{ on_hand: -3, reserved: 0 }])
    await act(owner, id, 'refuse')
    expect(await stockOf(owner, coat.id)).toEqual([{ on_hand: 1, reserved: 1 }])
    await act(owner, id, 'cancel')
    expect(await stockOf(owner, coat.id)).toEqual([{ on_hand: 1, reserved: 0 }])
    expect(await stockOf(owner, engraving.id)).toEqual([{ on_hand: 0, reserved: 0 }])
    await expectSoundBooks(store.id)
  })

  test('is shipped, returned and released even if the variant or product was removed', async () => {
    const { addProduct, owner, buy, store } = await openScarfShop()
    const shirt = await addProduct({
      title: 'Shirt',
      variants: [
        { options: { size: 'S' }, on_hand: 6 },
        { options: { size: 'M' }, on_hand: 5 },
      ],
    })
    const small = shirt.variants[0]?.id
    const items = [{ product_id: shirt.id, variant_id: small, quantity: 2, unit_price: 10 }]
    const made = await Promise.all([1, 2].map(() => buy({ items, total_amount: 20 })))
    const [sent = '', dropped = ''] = made.map((answer) => expectBody(answer, 201, CreatedOrder).id)
    for (const id of [sent, dropped]) await act(owner, id, 'confirm')
    expect((await owner.delete(`/api/products/${shirt.id}/variants/${small}`)).status).toBe(204)
    await act(owner, sent, 'ship')
    await act(owner, sent, 'deliver')
    await act(owner, sent, 'return', { items: [{ variant_id: small, quantity: 1 }] })
    expect((await owner.delete(`/api/products/${shirt.id}`)).status).toBe(204)
    await act(owner, sent, 'return')
    await act(owner, dropped, 'cancel')
    const [left] =
      await asOwner`select on_hand::int, reserved::int from inventory where store_id = ${store.id} and variant_id = ${small}`
    expect(left).toEqual({ on_hand: 6, reserved: 0 })
    await expectSoundBooks(store.id)
  })
})

test('an order is shipped in at most 100 parts, of which the last has all that is left', async () => {
  const { owner, bought, line, store } = await openScarfShop({ on_hand: 200 })
  const { id } = await bought({ items: [line({ quantity: 102 })], total_amount: 1020 })
  await act(owner, id, 'confirm')
  const one = { items: [{ position: 1, quantity: 1 }] }
  for (let nth = 1; nth < 100; nth++) await act(owner, id, 'ship', one)
  expectProblem(await ask(owner, id, 'ship', one), 409, 'limit_reached')
  await act(owner, id, 'ship')
  expect(await orderOf(owner, id)).toMatchObject({ fulfillment_status: 'shipped', shipments: { length: 100 } })
  await expectSoundBooks(store.id)
})
