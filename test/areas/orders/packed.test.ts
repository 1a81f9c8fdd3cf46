import { describe, expect, test } from 'vitest'
import { Order } from '../../../src/areas/orders/order.ts'
import { updateOrder } from '../../../src/areas/orders/update-order.ts'
import { answerOf, callOf, post, tokenFor } from '../../support/callers/assistant.ts'
import { eventsOf } from '../../support/events.ts'
import { CreatedOrder, expectBody, expectProblem, pointersOf } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { act, ask, orderOf, stockOf } from './acting.ts'
import { expectSoundBooks } from './books.ts'
import { openCheckoutShop } from './checkout-shop.ts'
import { openScarfShop } from './scarf-shop.ts'

/** A confirmed order of two cups at 10 and a plate at 20, paid, and what `steps` did with it. */
async function openPacked(...steps: readonly (readonly [action: string, body?: object])[]) {
  const shop = await openScarfShop()
  const [cup, plate] = await Promise.all([
    shop.addProduct({ title: 'Cup', price: 10, variants: [{ on_hand: 5 }] }),
    shop.addProduct({ title: 'Plate', price: 20, variants: [{ on_hand: 5 }] }),
  ])
  const cups = (quantity: number, fields: object = {}) => ({ product_id: cup.id, quantity, ...fields })
  const plates = (quantity: number, fields: object = {}) => ({ product_id: plate.id, quantity, ...fields })
  const items = [cups(2, { unit_price: 10 }), plates(1, { unit_price: 20 })]
  const { id } = await shop.bought({ items, total_amount: 40 })
  for (const [action, body = {}] of [['payments'], ['confirm'], ...steps] as const)
    await act(shop.owner, id, action, { ...body })
  const change = (body: object, by = shop.owner) => by.patch(`/api/orders/${id}`, body)
  return {
    ...shop,
    cup,
    plate,
    cups,
    plates,
    id,
    change,
    changed: async (body: object) => expectBody(await change(body), 200, Order),
    now: () => orderOf(shop.owner, id),
  }
}

const shipCups = ['ship', { items: [{ position: 1 }] }] as const

describe('a plate that broke while the order was packed', () => {
  test('is left out: what was shipped is the order, and goes on from there', async () => {
    const { owner, store, id, change, cups, plate, cup, hire } = await openPacked(['prepare'], shipCups)
    const left = expectBody(await change({ items: [cups(2)] }, await hire('staff')), 200, updateOrder.output)
    expect(left).toMatchObject({
      fulfillment_status: 'shipped',
      status: 'confirmed',
      total_amount: 20,
      paid_amount: 40,
      items: [{ position: 1, quantity: 2, shipped_quantity: 2, unit_price: 10 }],
      warnings: [{ code: 'overpaid', overpaid_amount: 20 }],
    })
    expect(left.allowed_actions).toEqual(expect.arrayContaining(['deliver', 'return', 'refuse']))
    expect(await stockOf(owner, plate.id)).toEqual([{ on_hand: 5, reserved: 0 }])
    expect(await stockOf(owner, cup.id)).toEqual([{ on_hand: 3, reserved: 0 }])
    expect((await eventsOf(id)).at(-1)).toMatchObject({
      type: 'order.updated',
      data: { fulfillment_status: 'shipped', total_minor: 2000 },
    })
    const problem = expectProblem(await ask(owner, id, 'undo'), 409, 'cannot_undo')
    expect(problem).toMatchObject({ undo: 'ship', by: 'changed' })
    await act(owner, id, 'refunds', { amount: 20 })
    expect(await act(owner, id, 'deliver')).toMatchObject({ status: 'completed', payment_status: 'paid' })
    await expectSoundBooks(store.id)
  })

  test.for([
    ['packed', [['prepare']]],
    ['packed and on hold', [['prepare'], ['hold', { reason: 'out_of_stock' }]]],
  ] as const)('is left out of an order that is %s', async ([, steps]) => {
    const { owner, store, id, changed, cups, plates, plate, now } = await openPacked(...steps)
    const { fulfillment_status, hold_reason } = await now()
    expect(await changed({ items: [plates(1), cups(1)] })).toMatchObject({
      fulfillment_status,
      hold_reason,
      total_amount: 30,
      items: [
        { position: 1, quantity: 1 },
        { position: 2, quantity: 1 },
      ],
    })
    expect(await changed({ items: [cups(1)] })).toMatchObject({ total_amount: 10, fulfillment_status, hold_reason })
    expect(await stockOf(owner, plate.id)).toEqual([{ on_hand: 5, reserved: 0 }])
    if (hold_reason !== null) await act(owner, id, 'confirm')
    expect(await act(owner, id, 'ship')).toMatchObject({ fulfillment_status: 'shipped' })
    await act(owner, id, 'undo')
    await act(owner, id, 'undo')
    // Before it is prepared, everything can be changed again.
    expect(await changed({ items: [cups(3), plates(2)] })).toMatchObject({ fulfillment_status: 'unfulfilled' })
    await expectSoundBooks(store.id)
  })

  test('is left out by an assistant, who sees first what that does', async () => {
    const shop = await openPacked(['prepare'], shipCups)
    const { token } = await tokenFor(shop, { scopes: ['orders:write'] })
    const update = async (more: object) =>
      answerOf(await post(callOf('update_order', { order_id: shop.id, items: [shop.cups(2)], ...more }), { token }))
    expect(await update({ dry_run: true })).toMatchObject({ fulfillment_status: 'shipped', total_amount: 20 })
    expect(await shop.now()).toMatchObject({ fulfillment_status: 'partially_shipped', total_amount: 40 })
    expect(await update({})).toMatchObject({ fulfillment_status: 'shipped', total_amount: 20 })
  })

  test('is left out of what was not shipped, after the rest came back', async () => {
    const { owner, id, changed, cups, store } = await openPacked(shipCups, [
      'return',
      { items: [{ position: 1, quantity: 1 }] },
    ])
    expect(await changed({ items: [cups(2)] })).toMatchObject({ fulfillment_status: 'partially_returned' })
    await act(owner, id, 'deliver')
    await expectSoundBooks(store.id)
  })

  test('is all that can be changed', async () => {
    const { change, cups, plates, scarf, now, store } = await openPacked(
      ['prepare'],
      ['ship', { items: [{ position: 1, quantity: 1 }] }],
    )
    const before = await now()
    const refused = [
      [{ items: [cups(2), plates(1), { product_id: scarf.id, quantity: 1 }] }, '/items/2'],
      [{ items: [cups(3), plates(1)] }, '/items/0/quantity'],
      [{ items: [cups(2), plates(2)] }, '/items/1/quantity'],
      [{ items: [cups(2, { unit_price: 9 })] }, '/items/0/unit_price'],
      [{ items: [plates(1)] }, '/items'],
      [{ items: [cups(1), cups(1)] }, '/items/1'],
    ] as const
    for (const [body, pointer] of refused) {
      const problem = expectProblem(await change(body), 409, 'invalid_transition')
      expect(pointersOf(problem)).toEqual([pointer])
      expect(problem.detail).toMatch(/^Once an order is being packed, items can only be left out: /)
      expect(problem['allowed_actions']).toEqual(before.allowed_actions)
    }
    const same = { items: [cups(2), plates(1)] }
    for (const more of [
      { items: [cups(2)], discount_code: 'TEN' },
      { items: [cups(2)], delivery_method_id: crypto.randomUUID() },
      { total_amount: 1 },
      { ...same, total_amount: 1 },
      { ...same, shipping_amount: 1 },
      { ...same, discount_amount: 1 },
    ])
      expect(expectProblem(await change(more), 409, 'invalid_transition').detail).toMatch(
        /To leave out what was not shipped, send items with lower quantities, and no other code or delivery method\.$/,
      )
    expect((await change(same)).status).toBe(200)
    expect(await now()).toEqual(before)
    await expectSoundBooks(store.id)
  })

  test('is left out by staff whose totals are limited, whatever the catalogue says now', async () => {
    const { owner, store, cup, cups, hire, change } = await openPacked(['prepare'], shipCups)
    const staff = await hire('staff')
    await owner.patch(`/api/stores/${store.id}`, { max_adjustment_percent: { staff: 10 } })
    await owner.patch(`/api/products/${cup.id}`, { price: 30 })
    expect((await change({ items: [cups(2)], total_amount: 5 }, staff)).status).toBe(422)
    expect(await change({ items: [cups(2)] }, staff)).toMatchObject({ status: 200, body: { total_amount: 20 } })
  })

  test.for([
    ['a discount', { discount_amount: 10, total_amount: 110 }, [10, 10]],
    ['a lower price of one item', { total_amount: 110 }, [10, 0]],
  ] as const)('does not make %s a larger part of the order than staff may grant', async ([, amounts, prices]) => {
    const { owner, store, order, hire, addProduct, line } = await openScarfShop()
    const cup = await addProduct({ title: 'Cup', price: 10, variants: [{ on_hand: 5 }] })
    await owner.patch(`/api/stores/${store.id}`, { max_adjustment_percent: { staff: 10 } })
    const staff = await hire('staff')
    const [scarves, cups] = [line({ quantity: 11 }), { product_id: cup.id, quantity: 1, unit_price: prices[1] }]
    const placed = await staff.post('/api/orders', { ...order(), items: [scarves, cups], ...amounts })
    const { id } = expectBody(placed, 201, CreatedOrder)
    for (const action of ['confirm', 'prepare']) await act(staff, id, action)
    const change = (quantity: number, fields: object = {}, by = staff) =>
      by.patch(`/api/orders/${id}`, { items: [line({ quantity }), cups], ...fields })
    expectProblem(await change(1), 422, 'total_mismatch')
    // What the catalogue says since does not matter, nor what the customer pays more.
    await owner.patch(`/api/products/${cup.id}`, { price: 90 })
    expect((await change(10)).status).toBe(200)
    expect((await change(1, {}, owner)).status).toBe(200)
    await expectSoundBooks(store.id)
  })

  test('is left out by staff although the rest was agreed dearer than the catalogue', async () => {
    const { owner, store, order, hire, line, addProduct } = await openScarfShop()
    const mug = await addProduct({ title: 'Mug', price: 10, variants: [{ on_hand: 5 }] })
    const engraved = { product_id: mug.id, quantity: 1, unit_price: 15 }
    const placed = await owner.post('/api/orders', { ...order(), items: [line(), engraved], total_amount: 25 })
    const { id } = expectBody(placed, 201, CreatedOrder)
    await owner.patch(`/api/stores/${store.id}`, { max_adjustment_percent: { staff: 10 } })
    for (const action of ['confirm', 'prepare']) await act(owner, id, action)
    expect(await (await hire('staff')).patch(`/api/orders/${id}`, { items: [engraved] })).toMatchObject({
      status: 200,
      body: { total_amount: 15 },
    })
  })

  test('is left out if what was granted stays within the limit beside a discount for everybody', async () => {
    const { owner, store, hire, scarf, addProduct } = await openScarfShop()
    const mug = await addProduct({ title: 'Mug', price: 10, variants: [{ on_hand: 5 }] })
    const sale = { name: 'Sale', automatic: true, kind: 'percentage', value: 10 }
    expect((await owner.post('/api/discounts', sale)).status).toBe(201)
    await owner.patch(`/api/stores/${store.id}`, { max_adjustment_percent: { staff: 10 } })
    const staff = await hire('staff')
    const items = [
      { product_id: scarf.id, quantity: 1, unit_price: 9 },
      { product_id: mug.id, quantity: 1 },
    ]
    const placed = await staff.post('/api/orders', { customer: { name: 'Amal', phone: '+965 5012 3456' }, items })
    expect(placed).toMatchObject({ body: { total_amount: 17.1 } })
    const { id } = expectBody(placed, 201, CreatedOrder)
    for (const action of ['confirm', 'prepare']) await act(staff, id, action)
    expect(await staff.patch(`/api/orders/${id}`, { items: [items[0]] })).toMatchObject({
      status: 200,
      body: { total_amount: 8.1 },
    })
    await expectSoundBooks(store.id)
  })

  test('is left out after the rest was refused at the door: then nothing is left of the order', async () => {
    const { owner, store, id, changed, cups, now } = await openPacked(shipCups, ['refuse', { restock: true }])
    const before = await now()
    expect(before).toMatchObject({ status: 'confirmed', fulfillment_status: 'partially_returned' })
    expect(await changed({ items: [cups(2)] })).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'refused',
      fulfillment_status: 'returned',
    })
    expect((await now()).cancelled_at).not.toBeNull()
    await expectSoundBooks(store.id)
    await act(owner, id, 'undo')
    expect(await now()).toMatchObject({ status: 'confirmed', cancelled_at: null, fulfillment_status: 'shipped' })
    expectProblem(await ask(owner, id, 'undo'), 409, 'cannot_undo')
    await expectSoundBooks(store.id)
  })

  test('is left out, whichever of two equal lines was shipped', async () => {
    const { owner, bought, line, store } = await openScarfShop()
    for (const shipped of [1, 2]) {
      const items = [line(), line()]
      const { id } = await bought({ items, total_amount: 20, notes: `${shipped}` })
      await act(owner, id, 'confirm')
      await act(owner, id, 'ship', { items: [{ position: shipped }] })
      expect(await owner.patch(`/api/orders/${id}`, { items: [line()] })).toMatchObject({
        status: 200,
        body: { fulfillment_status: 'shipped', items: [{ position: shipped }] },
      })
    }
    await expectSoundBooks(store.id)
  })

  test('takes a discount with it that was for nothing else', async () => {
    const { owner, check, line, addProduct, store } = await openCheckoutShop({ tax: null })
    const plate = await addProduct({ title: 'Plate', price: 20, variants: [{ on_hand: 9 }] })
    const only = { code: 'PLATE', applies_to: { product_ids: [plate.id] }, kind: 'fixed', value: 20 }
    expect((await owner.post('/api/discounts', only)).status).toBe(201)
    const items = [line({ quantity: 2 }), { product_id: plate.id, quantity: 1 }]
    const { id } = await check({ items, discount_code: 'PLATE' })
    for (const action of ['confirm', 'prepare']) await act(owner, id, action)
    expect(await owner.patch(`/api/orders/${id}`, { items: [line({ quantity: 2 })] })).toMatchObject({
      status: 200,
      body: { subtotal_amount: 20, discount_amount: 0, total_amount: 25 },
    })
    await expectSoundBooks(store.id)
  })
})

test('the lines of an order that is packed keep their positions', async () => {
  const { owner, bought, line, addProduct, store } = await openScarfShop()
  const hat = await addProduct({ title: 'Hat', price: 5, variants: [{ on_hand: 9 }] })
  const items = [line(), { product_id: hat.id, quantity: 2, unit_price: 5 }, line({ quantity: 2, unit_price: 8 })]
  const { id } = await bought({ items, total_amount: 36 })
  for (const action of ['confirm', 'prepare']) await act(owner, id, action)
  const change = async (sent: object[]) =>
    expectBody(await owner.patch(`/api/orders/${id}`, { items: sent }), 200, Order)
  // Of two lines of a product, the one with the price that is sent.
  expect((await owner.patch(`/api/orders/${id}`, { items: [line({ unit_price: 9 })] })).status).toBe(409)
  expect(await change([line({ unit_price: undefined }), line({ unit_price: undefined })])).toMatchObject({
    total_amount: 18,
    items: [
      { position: 1, quantity: 1, unit_price: 10 },
      { position: 3, quantity: 1, unit_price: 8 },
    ],
  })
  await act(owner, id, 'ship', { items: [{ position: 3 }] })
  expect(await orderOf(owner, id)).toMatchObject({ items: [{ shipped_quantity: 0 }, { shipped_quantity: 1 }] })
  await expectSoundBooks(store.id)
})

test('amounts that are computed follow, and stay without a delivery method that is off since', async () => {
  const { owner, check, line, methodId, discountId, addProduct, store } = await openCheckoutShop({
    tax: { prices_include_tax: false },
  })
  const hat = await addProduct({ title: 'Hat', price: 20, variants: [{ on_hand: 9 }] })
  const items = [line({ quantity: 2 }), { product_id: hat.id, quantity: 1 }]
  const { id } = await check({ items })
  for (const action of ['confirm', 'prepare']) await act(owner, id, action)
  const change = async (sent: object[]) =>
    expectBody(await owner.patch(`/api/orders/${id}`, { items: sent }), 200, Order)
  expect(await change([line({ quantity: 2 })])).toMatchObject({
    subtotal_amount: 20,
    discount_amount: 2,
    shipping_amount: 5,
    tax_amount: 3.45,
    total_amount: 26.45,
  })
  expect((await owner.patch(`/api/delivery-methods/${methodId}`, { active: false })).status).toBe(200)
  await asOwner`update discounts set active = false where id = ${discountId}`
  expect(await change([line()])).toMatchObject({
    subtotal_amount: 10,
    discount_amount: 1,
    shipping_amount: 5,
    tax_amount: 2.1,
    total_amount: 16.1,
    delivery: { name: 'Standard, “inside” the city' },
    discounts: [{ code: 'TEN' }],
  })
  await expectSoundBooks(store.id)
})
