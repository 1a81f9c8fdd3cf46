import { describe, expect, test } from 'vitest'
import { CreatedOrder, expectBody, expectProblem } from '../../support/shop.ts'
import { act, orderOf } from './acting.ts'
import { expectSoundBooks } from './books.ts'
import { openScarfShop } from './scarf-shop.ts'

// Several lines of one variant: at different prices, or made for different people.

/** An order with these lines of a scarf, and what `steps` did with it. */
async function openLines(lines: readonly object[], ...steps: readonly string[]) {
  const shop = await openScarfShop()
  const { owner, line } = shop
  const items = lines.map((fields) => line({ ...fields }))
  const body = { customer: { name: 'Amal', phone: '+965 5012 3456' }, items }
  const { id } = expectBody(await owner.post('/api/orders', body), 201, CreatedOrder)
  for (const action of steps) await act(owner, id, action)
  const change = (...items: readonly object[]) =>
    owner.patch(`/api/orders/${id}`, { items: items.map((item) => line({ unit_price: undefined, ...item })) })
  return { ...shop, id, change, now: () => orderOf(owner, id) }
}

describe('a change without prices, of one scarf at 10 and five at 100', () => {
  const lines = [
    { quantity: 1, unit_price: 10 },
    { quantity: 5, unit_price: 100 },
  ]

  test.for([
    ['the second alone', [5], 500],
    ['the first alone', [1], 10],
    ['both in another order', [5, 1], 510],
    ['both with other quantities, in their order', [2, 4], 420],
  ] as const)('keeps the price of each: %s', async ([, quantities, subtotal_amount]) => {
    const { change, store } = await openLines(lines)
    expect(await change(...quantities.map((quantity) => ({ quantity })))).toMatchObject({
      status: 200,
      body: { subtotal_amount },
    })
    await expectSoundBooks(store.id)
  })

  test('asks for the price where it could be either', async () => {
    const { change, now } = await openLines(lines)
    const before = await now()
    for (const [quantities, unclear] of [
      [[3], [0]],
      [
        [5, 3],
        [0, 1],
      ],
      [
        [4, 1],
        [0, 1],
      ],
      [[1, 5, 2], [2]],
    ] as const) {
      const answer = await change(...quantities.map((quantity) => ({ quantity })))
      expect(expectProblem(answer, 422, 'invalid_input').errors).toMatchObject(
        unclear.map((at) => ({ code: 'ambiguous', pointer: `/items/${at}` })),
      )
    }
    expect(await now()).toEqual(before)
    expect(await change({ quantity: 3, unit_price: 100 })).toMatchObject({
      status: 200,
      body: { subtotal_amount: 300 },
    })
  })

  test('asks for it once the order is packed, unless only one has so many', async () => {
    const { change, store } = await openLines(lines, 'confirm', 'prepare')
    expectProblem(await change({ quantity: 1 }, { quantity: 6 }), 409, 'invalid_transition')
    expect(await change({ quantity: 3 })).toMatchObject({
      status: 200,
      body: { subtotal_amount: 300, items: [{ position: 2, quantity: 3 }] },
    })
    await expectSoundBooks(store.id)
  })
})

test('of two scarves with names on them, the one that is sent stays', async () => {
  const named = (name: string) => ({ variant_attributes: { embroidery: name } })
  const { change, now } = await openLines([named('Ali'), named('Sara')], 'confirm', 'prepare')
  const { errors } = expectProblem(await change({}), 422, 'invalid_input')
  expect(errors).toMatchObject([{ code: 'ambiguous', pointer: '/items/0' }])
  expectProblem(await change(named('Omar')), 409, 'invalid_transition')
  expect(await change(named('Sara'))).toMatchObject({
    status: 200,
    body: { items: [{ position: 2, quantity: 1, ...named('Sara') }] },
  })
  expect((await now()).items).toHaveLength(1)
})

test('an item with a price is the line that has it, before one without', async () => {
  const lines = [{ unit_price: 10 }, { unit_price: 20 }, { unit_price: 30 }]
  const items = [{}, { unit_price: 10 }, { unit_price: 30 }]
  const { change, now } = await openLines(lines)
  // Or it is the first, and the second becomes cheaper.
  expectProblem(await change(...items), 422, 'invalid_input')
  expect(await now()).toMatchObject({ subtotal_amount: 60 })
  const packed = await openLines(lines, 'confirm', 'prepare')
  expect(await packed.change(...items)).toMatchObject({ status: 200, body: { subtotal_amount: 60 } })
})

describe('in an order that is packed', () => {
  test('an item that can be one line only leaves the others to the rest', async () => {
    const lines = [
      { quantity: 2, unit_price: 10 },
      { quantity: 5, unit_price: 100 },
    ]
    const { change } = await openLines(lines, 'confirm', 'prepare')
    expect(await change({ quantity: 4 }, { quantity: 1 })).toMatchObject({
      status: 200,
      body: {
        items: [
          { position: 1, quantity: 1 },
          { position: 2, quantity: 4 },
        ],
      },
    })
  })

  test('a line that was shipped in part is asked for if quantity and place disagree with it', async () => {
    const lines = [
      { quantity: 3, unit_price: 100 },
      { quantity: 3, unit_price: 10 },
    ]
    const { owner, id, change } = await openLines(lines, 'confirm')
    await act(owner, id, 'ship', { items: [{ position: 2, quantity: 1 }] })
    expectProblem(await change({ quantity: 3 }, { quantity: 1 }), 422, 'invalid_input')
    expect(await change({ quantity: 3, unit_price: 100 }, { quantity: 1 })).toMatchObject({
      status: 200,
      body: { subtotal_amount: 310 },
    })
    expect(await change({ quantity: 1 })).toMatchObject({
      status: 200,
      body: { items: [{ position: 2, quantity: 1 }], fulfillment_status: 'shipped' },
    })
  })
})

test('as many lines of a variant as an order can have are met in time', async () => {
  const lines = Array.from({ length: 100 }, (_, nth) => ({
    unit_price: 10 + (nth % 2),
    variant_attributes: Object.fromEntries(
      Array.from({ length: 8 }, (_each, at) => [`mark ${at}`, `${nth} `.padEnd(200, 'x')]),
    ),
  }))
  const { change } = await openLines(lines)
  const seen = await change(...lines.map(({ variant_attributes }) => ({ variant_attributes })))
  expect(seen).toMatchObject({ status: 200, body: { subtotal_amount: 1050 } })
})

test('of two equal lines but for the price, one packed, the price decides', async () => {
  const { change } = await openLines([{ quantity: 5 }, { quantity: 5, unit_price: 100 }], 'confirm', 'prepare')
  expectProblem(await change({ quantity: 5 }), 422, 'invalid_input')
  expect(await change({ quantity: 5, unit_price: 100 })).toMatchObject({
    status: 200,
    body: { subtotal_amount: 500, items: [{ position: 2 }] },
  })
})
