import { beforeAll, describe, expect, test } from 'vitest'
import { Order } from '../../../src/areas/orders/order.ts'
import { isLong } from '../../support/run/effort.ts'
import { eventTypesOf } from '../../support/events.ts'
import { CreatedOrder, expectBody } from '../../support/shop.ts'
import { type Crew, type CrewName, crewNames, openCrew, type Reply, roleOf, toolOf } from './crew.ts'
import { expectSoundBooks } from './books.ts'
import { allStandings, cancelIn, forManagers, rightsIn, type Standing, stepsOf } from './life-cycle-table.ts'
import { range } from './listing.ts'
import type { Role } from './model/order.ts'
import { isToldOf } from './model/rules.ts'

let crew: Crew
let place: () => Promise<string>
beforeAll(async () => {
  crew = await openCrew()
  const [customer, scarf] = await Promise.all([crew.addCustomer(), crew.addProduct({ variants: [{ on_hand: 1e6 }] })])
  const items = [{ product_id: scarf.id, quantity: 3, unit_price: 10 }]
  const order = { customer_id: customer.id, total_amount: 30, items }
  place = async () => expectBody(await crew.owner.post('/api/orders', order), 201, CreatedOrder).id
})

/** The input of each action, and its result where it is possible. */
const actions: Readonly<
  Record<string, { body?: Record<string, unknown>; becomes: Record<string, unknown>; event?: string }>
> = {
  confirm: { becomes: { status: 'confirmed', hold_reason: null }, event: 'order.confirmed' },
  hold: { body: { reason: 'call_later' }, becomes: { hold_reason: 'call_later' }, event: 'order.held' },
  prepare: { becomes: { fulfillment_status: 'preparing' }, event: 'order.preparing' },
  ship: { becomes: {}, event: 'order.shipped' },
  deliver: { becomes: {}, event: 'order.delivered' },
  payments: { body: { amount: 1 }, becomes: {}, event: 'order.paid' },
  refunds: { body: { amount: 1 }, becomes: {}, event: 'order.refunded' },
  return: { becomes: {}, event: 'order.returned' },
  refuse: { becomes: {}, event: 'order.refused' },
  cancel: { becomes: { status: 'cancelled', hold_reason: null }, event: 'order.cancelled' },
  complete: { becomes: { status: 'completed' }, event: 'order.completed' },
  notes: { body: { body: 'Rang twice' }, becomes: {}, event: 'order.noted' },
}

/** Orders brought into a state, in bulk where possible. */
async function ordersIn(standing: Standing, count: number): Promise<string[]> {
  const ids = await Promise.all(range(1, count).map(place))
  for (const { action, amount } of stepsOf(standing)) {
    const answers =
      amount === undefined && action !== 'return'
        ? [await crew.owner.post('/api/orders/bulk', { action, order_ids: ids, ...actions[action]?.body })]
        : await Promise.all(
            ids.map((id) => crew.owner.post(`/api/orders/${id}/${paths[action] ?? action}`, partOf(action, amount))),
          )
    for (const { status, body } of answers) {
      expect(status, JSON.stringify({ action, body })).toBe(200)
      expect(Object(body)['failed'] ?? 0, JSON.stringify({ action, body })).toBe(0)
    }
  }
  return ids
}

const paths: Readonly<Record<string, string>> = { pay: 'payments', refund: 'refunds', again: 'refunds' }

const partOf = (action: string, amount: number | undefined) =>
  action in paths
    ? { amount, ...(action === 'again' && { due_again: true }) }
    : amount === undefined
      ? {}
      : { items: [{ position: 1, quantity: amount }] }

const canSend = (name: CrewName, action: string) => name !== 'assistant' || toolOf[action] !== undefined

const ask = (name: CrewName, action: string, id: string): Promise<Reply> =>
  crew.as(name)(action, id, actions[action]?.body)

type Cell = { readonly name: CrewName; readonly action: string }

/** Every action once. Which of its callers does it differs from standing to standing; `npm run test:long` tries them all. */
function oneCallerEach(cells: readonly Cell[], turn: number): Cell[] {
  const callersOf = Map.groupBy(cells, ({ action }) => action)
  return [...callersOf.values()].flatMap((callers) => callers.at(turn % callers.length) ?? [])
}

/** A third of the callers of every action, which are others from standing to standing. */
function someCallersEach(cells: readonly Cell[], turn: number): Cell[] {
  const callersOf = Map.groupBy(cells, ({ action }) => action)
  return [...callersOf.values()].flatMap((callers) => callers.filter((_, nth) => (nth + turn) % 3 === 0))
}

const toldOf = (standing: Standing, role: Role) =>
  rightsIn(standing, role).may.filter((action) => isToldOf(role, action))

const byName = (words: readonly string[]) => words.toSorted((one, other) => one.localeCompare(other))

// Each third has other states, with and without payments.
const standings = isLong ? allStandings : allStandings.filter((_, nth) => nth % 3 === 0)

describe('an order that is', () => {
  test.for(standings)('$name', async (standing) => {
    const cells = crewNames
      .flatMap((name) => Object.keys(actions).map((action) => ({ name, action })))
      .filter(({ name, action }) => canSend(name, action))
    const { status, fulfillment: fulfillment_status, held = false } = standing
    const changing = cells.filter(
      ({ name, action }) => action !== 'notes' && rightsIn(standing, roleOf[name]).may.includes(action),
    )
    const turn = allStandings.indexOf(standing)
    const tried = isLong ? changing : oneCallerEach(changing, turn)
    const [still = '', ...own] = await ordersIn(standing, 1 + tried.length)

    const before = expectBody(await crew.owner.get(`/api/orders/${still}`), 200, Order)
    expect(before).toMatchObject({ status, fulfillment_status, hold_reason: held ? 'call_later' : null })
    expect(before.paid_amount > before.refunded_amount).toBe(standing.paid ?? false)
    for (const name of crewNames) {
      const { body } = await crew.as(name)('read', still)
      expect(byName(Object(body)['allowed_actions']), name).toEqual(byName(toldOf(standing, roleOf[name])))
    }

    const events = await eventTypesOf(still)
    const unchanging = cells.filter((cell) => !changing.includes(cell))
    const staying = isLong ? unchanging : someCallersEach(unchanging, turn)
    await Promise.all(staying.map(({ name, action }) => expectAsItWas(standing, before, name, action)))
    const noted = staying.filter(({ name, action }) => action === 'notes' && name !== 'viewer').length
    expect(await eventTypesOf(still)).toEqual([...events, ...Array(noted).fill('order.noted')])
    expect(expectBody(await crew.owner.get(`/api/orders/${still}`), 200, Order)).toEqual(before)

    await Promise.all(
      tried.map(async ({ name, action }, index) => {
        const id = own[index] ?? ''
        const reply = await ask(name, action, id)
        const what = JSON.stringify({ name, action, reply })
        expect(reply.status, what).toBe(200)
        expect(reply.body, what).toMatchObject({ version: before.version + 1, ...actions[action]?.becomes })
        const completes = action === 'deliver' && before.due_amount === 0 ? ['order.completed'] : []
        expect(await eventTypesOf(id), what).toEqual([...events, actions[action]?.event, ...completes])
      }),
    )
  })

  test('in any state leaves the books consistent', async () => {
    await expectSoundBooks(crew.store.id)
  })
})

/** A rejected or repeated action leaves the order unchanged. */
async function expectAsItWas(standing: Standing, order: typeof Order._output, name: CrewName, action: string) {
  const role = roleOf[name]
  const { may, done } = rightsIn(standing, role)
  const reply = await ask(name, action, order.id)
  const what = JSON.stringify({ name, action, reply })
  const managing = role === 'owner' || role === 'admin'
  if (role === 'viewer' || (forManagers.includes(action) && !managing))
    return expect(reply, what).toMatchObject(forbidden)
  if (may.includes(action) || done.includes(action)) {
    expect(reply.status, what).toBe(200)
    return expect(reply.body, what).toMatchObject({ version: order.version, status: order.status })
  }
  const why = action === 'cancel' ? cancelIn(standing) : 'state'
  const nothingDue = action === 'payments' && standing.status !== 'cancelled'
  const refusal = nothingDue
    ? { status: 422, code: 'more_than_due' }
    : { status: 409, code: why === 'payment' ? 'refund_required' : 'invalid_transition' }
  expect(reply, what).toMatchObject(why === 'role' ? forbidden : refusal)
  expect(byName(Object(reply.body)['allowed_actions']), what).toEqual(byName(toldOf(standing, role)))
}

const forbidden = { status: 403, code: 'forbidden' }
