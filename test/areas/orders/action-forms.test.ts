import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { actionNames } from '../../../src/areas/orders/actions/order-actions.ts'
import { listOrderActions } from '../../../src/areas/orders/actions/list-order-actions.ts'
import { mismatch } from '../../support/contract/document.ts'
import { type Client, expectBody, expectProblem } from '../../support/shop.ts'
import { act, ask, orderOf } from './acting.ts'
import { openScarfShop, openWithOrder } from './scarf-shop.ts'

const Form = z.object({
  type: z.literal('object'),
  properties: z.record(
    z.string(),
    z.looseObject({ default: z.unknown().optional(), enum: z.array(z.unknown()).optional() }),
  ),
  required: z.array(z.string()),
  additionalProperties: z.literal(false),
})

const Lines = z.object({ items: z.object({ oneOf: z.array(z.looseObject({ title: z.string() })) }) })

const actionsOf = async (client: Client, id: string) =>
  expectBody(await client.get(`/api/orders/${id}/actions`), 200, listOrderActions.output)

async function formOf(client: Client, id: string, name: string) {
  const { actions } = await actionsOf(client, id)
  return Form.parse(actions.find((action) => action.name === name)?.form)
}

/** What a form sends if nobody changes it: its defaults, and something in each required field without one. */
function bodyOf(form: z.output<typeof Form>) {
  const fields = Object.entries(form.properties).map(([name, field]) => {
    const needed = form.required.includes(name)
      ? (field.enum?.[0] ?? (field['type'] === 'number' ? 1 : 'Words'))
      : undefined
    return [name, field.default ?? needed] as const
  })
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
}

const openOrder = () => openWithOrder({ currency: 'KWD', lines: [{ quantity: 3 }, { unit_price: 5 }] })

describe('the actions of an order', () => {
  test('are those in allowed_actions, each with its path, its form and the order’s version', async () => {
    const { owner, id } = await openOrder()
    const { allowed_actions, number, version } = await orderOf(owner, id)
    const listed = await actionsOf(owner, id)
    expect(listed).toMatchObject({ order_id: id, currency: 'KWD', allowed_actions, version })
    expect(listed.actions.map(({ name }) => name)).toEqual(allowed_actions)
    for (const { name, method, path, form } of listed.actions) {
      expect([method, path]).toEqual(['POST', `/api/orders/${id}/${name}`])
      expect(Form.safeParse(form).error).toBeUndefined()
    }
    expect(await actionsOf(owner, `number:${number}`)).toEqual(listed)
  })

  test('have forms that the action accepts unchanged, from pending to refunded', async () => {
    const { owner, id } = await openOrder()
    const taken = new Set<string>()
    const path = ['hold', 'confirm', 'prepare', 'payments', 'ship', 'notes', 'deliver', 'return', 'refunds']
    for (const name of path) {
      const answer = await ask(owner, id, name, bodyOf(await formOf(owner, id, name)))
      expect(answer.status, `${name}: ${JSON.stringify(answer.body)}`).toBe(200)
      taken.add(name)
    }
    expect(await orderOf(owner, id)).toMatchObject({
      fulfillment_status: 'returned',
      payment_status: 'refunded',
      paid_amount: 35,
      refunded_amount: 35,
    })
    const other = await openOrder()
    for (const name of ['confirm', 'ship', 'deliver', 'complete'])
      await act(other.owner, other.id, name, bodyOf(await formOf(other.owner, other.id, name)))
    const third = await openOrder()
    await act(third.owner, third.id, 'cancel', bodyOf(await formOf(third.owner, third.id, 'cancel')))
    const fourth = await openOrder()
    for (const name of ['confirm', 'ship', 'refuse'])
      await act(fourth.owner, fourth.id, name, bodyOf(await formOf(fourth.owner, fourth.id, name)))
    for (const name of ['complete', 'cancel', 'refuse']) taken.add(name)
    expect([...taken].toSorted()).toEqual([...actionNames].toSorted())
  })
})

describe('a form says what is left', () => {
  test('with the name of each line that can be shipped or returned, and how many at most', async () => {
    const { owner, id } = await openOrder()
    await act(owner, id, 'confirm')
    const line = (position: number, quantity: number) => ({
      title: 'Scarf',
      description: 'SKU SC-1',
      type: 'object',
      properties: {
        position: { type: 'integer', const: position },
        quantity: { type: 'integer', minimum: 1, maximum: quantity, default: quantity },
      },
      required: ['position'],
      additionalProperties: false,
    })
    const itemsOf = async (name: string) => (await formOf(owner, id, name)).properties['items']
    expect(await itemsOf('ship')).toMatchObject({
      type: 'array',
      maxItems: 2,
      items: { oneOf: [line(1, 3), line(2, 1)] },
    })
    await act(owner, id, 'ship', { items: [{ position: 1, quantity: 2 }, { position: 2 }] })
    expect(await itemsOf('ship')).toMatchObject({ maxItems: 1, items: { oneOf: [line(1, 1)] } })
    expect(await itemsOf('refuse')).toMatchObject({ maxItems: 2, items: { oneOf: [line(1, 2), line(2, 1)] } })
    await act(owner, id, 'payments')
    expect(await itemsOf('return')).toMatchObject({ maxItems: 2, items: { oneOf: [line(1, 2), line(2, 1)] } })
  })

  test('and tells variants of a product apart', async () => {
    const shop = await openScarfShop()
    const shirt = await shop.addProduct({
      title: 'Shirt',
      options: [{ name: 'Size', values: ['S', 'L'] }],
      variants: ['S', 'L'].map((Size) => ({ title: Size, options: { Size }, on_hand: 5 })),
    })
    const items = shirt.variants.map(({ id }) => ({
      product_id: shirt.id,
      variant_id: id,
      quantity: 1,
      unit_price: 10,
    }))
    const { id } = await shop.bought({ items, total_amount: 20 })
    await act(shop.owner, id, 'confirm')
    const lines = Lines.parse((await formOf(shop.owner, id, 'ship')).properties['items'])
    expect(lines.items.oneOf).toEqual([
      expect.objectContaining({ title: 'Shirt – S' }),
      expect.objectContaining({ title: 'Shirt – L' }),
    ])
    expect(lines.items.oneOf[0]).not.toHaveProperty('description')
  })

  test.for([
    ['ship', { position: 1, quantity: 4 }],
    ['ship', { position: 1, quantity: 0 }],
    ['ship', { position: 3, quantity: 1 }],
    ['return', { position: 1, quantity: 2 }],
  ] as const)('and refuses what the action would refuse: %s %o', async ([name, item]) => {
    const { owner, id } = await openOrder()
    await act(owner, id, 'confirm')
    await act(owner, id, 'payments')
    if (name === 'return') await act(owner, id, 'ship', { items: [{ position: 1, quantity: 1 }] })
    const { actions } = await actionsOf(owner, id)
    const form = actions.find((action) => action.name === name)?.form ?? {}
    const body = { items: [item] }
    expect(mismatch({ ...form }, bodyOf(Form.parse(form)))).toBeNull()
    expect(mismatch({ ...form }, { items: [{ position: 1 }] })).toBeNull()
    expect(mismatch({ ...form }, body)).not.toBeNull()
    expect((await ask(owner, id, name, body)).status).toBeGreaterThanOrEqual(409)
  })

  test('to ship and to return, line by line', async () => {
    const { owner, id } = await openOrder()
    await act(owner, id, 'confirm')
    await act(owner, id, 'payments')
    await act(owner, id, 'ship', { items: [{ position: 1, quantity: 2 }] })
    expect((await formOf(owner, id, 'ship')).properties['items']?.default).toEqual([
      { position: 1, quantity: 1 },
      { position: 2, quantity: 1 },
    ])
    await act(owner, id, 'return', { items: [{ position: 1, quantity: 1 }] })
    const back = (await formOf(owner, id, 'return')).properties
    expect(back['items']?.default).toEqual([{ position: 1, quantity: 1 }])
    expect(back['restock']?.default).toBe(true)
  })

  test('to pay and to refund, in the currency’s decimals', async () => {
    const { owner, id } = await openOrder()
    await act(owner, id, 'payments', { amount: 4.125 })
    const due = 30.875
    expect((await formOf(owner, id, 'payments')).properties['amount']).toMatchObject({ default: due, maximum: due })
    expectProblem(await ask(owner, id, 'payments', { amount: due + 0.001 }), 422, 'more_than_due')
    await act(owner, id, 'refunds', { amount: 0.005 })
    expect((await formOf(owner, id, 'refunds')).properties['amount']).toMatchObject({ default: 4.12, maximum: 4.12 })
  })
})

test('a viewer has no actions, and staff only theirs', async () => {
  const { owner, hire, id } = await openOrder()
  await act(owner, id, 'payments')
  const viewer = await hire('viewer')
  expect(await actionsOf(viewer, id)).toMatchObject({ allowed_actions: [], actions: [] })
  const staff = await hire('staff')
  const names = (await actionsOf(staff, id)).actions.map(({ name }) => name)
  expect(names).toEqual((await orderOf(staff, id)).allowed_actions)
  expect(names).not.toContain('refunds')
})
