import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { actionNames } from '../../src/orders/order-actions.ts'
import { listOrderActions } from '../../src/orders/list-order-actions.ts'
import { type Client, CreatedOrder, expectBody, expectProblem } from '../support/shop.ts'
import { act, ask, orderOf } from './acting.ts'
import { openScarfShop } from './scarf-shop.ts'

const Form = z.object({
  type: z.literal('object'),
  properties: z.record(
    z.string(),
    z.looseObject({ default: z.unknown().optional(), enum: z.array(z.unknown()).optional() }),
  ),
  required: z.array(z.string()),
  additionalProperties: z.literal(false),
})

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

async function openWithOrder(quantity = 3) {
  const shop = await openScarfShop({ currency: 'KWD' })
  const body = { items: [shop.line({ quantity }), shop.line({ unit_price: 5 })], total_amount: 10 * quantity + 5 }
  const { id } = expectBody(await shop.buy(body), 201, CreatedOrder)
  return { ...shop, id }
}

describe('the actions of an order', () => {
  test('are those in allowed_actions, each with its path, its form and the order’s version', async () => {
    const { owner, id } = await openWithOrder()
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
    const { owner, id } = await openWithOrder()
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
    const other = await openWithOrder()
    for (const name of ['confirm', 'ship', 'deliver', 'complete'])
      await act(other.owner, other.id, name, bodyOf(await formOf(other.owner, other.id, name)))
    const third = await openWithOrder()
    await act(third.owner, third.id, 'cancel', bodyOf(await formOf(third.owner, third.id, 'cancel')))
    for (const name of ['complete', 'cancel']) taken.add(name)
    expect([...taken].toSorted()).toEqual([...actionNames].toSorted())
  })
})

describe('a form says what is left', () => {
  test('to ship and to return, line by line', async () => {
    const { owner, id } = await openWithOrder()
    await act(owner, id, 'confirm')
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
    const { owner, id } = await openWithOrder()
    await act(owner, id, 'payments', { amount: 4.125 })
    expect((await formOf(owner, id, 'payments')).properties['amount']?.default).toBe(30.875)
    await act(owner, id, 'refunds', { amount: 0.005 })
    expect((await formOf(owner, id, 'refunds')).properties['amount']).toMatchObject({ default: 4.12, maximum: 4.12 })
  })

  test('and asks for an amount where the order cannot tell a new payment from a repeated one', async () => {
    const { owner, id } = await openWithOrder()
    await act(owner, id, 'payments')
    expect(await formOf(owner, id, 'payments')).toMatchObject({ required: [] })
    await act(owner, id, 'refunds', { amount: 5 })
    const form = await formOf(owner, id, 'payments')
    expect(form).toMatchObject({ required: ['amount'] })
    expect(form.properties['amount']).not.toHaveProperty('default')
    expectProblem(await ask(owner, id, 'payments'), 422, 'invalid_input')
  })
})

test('a viewer has no actions, staff only theirs, and other stores see nothing', async () => {
  const { owner, hire, id } = await openWithOrder()
  await act(owner, id, 'payments')
  const viewer = await hire('viewer')
  expect(await actionsOf(viewer, id)).toMatchObject({ allowed_actions: [], actions: [] })
  const staff = await hire('staff')
  const names = (await actionsOf(staff, id)).actions.map(({ name }) => name)
  expect(names).toEqual((await orderOf(staff, id)).allowed_actions)
  expect(names).not.toContain('refunds')
  const stranger = await openWithOrder()
  expectProblem(await stranger.owner.get(`/api/orders/${id}/actions`), 404, 'not_found')
})
