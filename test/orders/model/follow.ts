import { expect } from 'vitest'
import { z } from 'zod'
import type { Told } from '../crew.ts'
import type { Dice } from './dice.ts'
import type { Plan } from './plan.ts'
import { allowedTo, outcomeOf } from './rules.ts'
import { differences, shownIn, shownOf } from './seen.ts'
import { roleIn, type Stage, type tally } from './stage.ts'
import { send } from './wire.ts'
import { eventOf, type World } from './world.ts'

type Ask = Extract<Plan, { kind: 'ask' }>['ask']

/** Sends one plan after the other, and holds each answer against what the world made of it. */
export function follow({ crew, exponent }: Stage, world: World, counted: ReturnType<typeof tally>) {
  const done = new Map<string, { plan: Plan; told: Told }>()

  return async function next(dice: Dice, planned: Plan) {
    const earlier = [...done.values()].slice(-5)
    const plan = earlier.length > 0 && dice.chance(8) ? dice.pick(earlier).plan : planned
    const first = plan.key === undefined ? undefined : done.get(plan.key)
    const told = await send(crew, plan, exponent)
    counted.add(plan, told)
    const what = JSON.stringify({ plan, told })
    if (first) return expect(told, what).toEqual({ ...first.told, replayed: true })
    expect(told.replayed, what).toBe(false)
    if (plan.key !== undefined && told.status < 300) done.set(plan.key, { plan, told })
    if (plan.kind === 'bulk') return followBulk(plan, told, what)
    if (plan.kind === 'read') return expectShown(plan, world.known(plan.orderId), told, what)

    const foreseen = world.foresee(plan)
    if ('refused' in foreseen) {
      expect({ status: told.status, code: told.code }, what).toEqual(foreseen.refused)
      if (plan.kind === 'ask' && told.status === 409 && !elsewhere.includes(told.code ?? ''))
        expect(told.body['allowed_actions'], what).toEqual(allowedTo(world.known(plan.orderId), roleIn(plan)))
    } else if ('stock' in foreseen) {
      const { onHand: on_hand, reserved } = foreseen.stock
      expect(told, what).toMatchObject({ status: 200, body: { on_hand, reserved, available: on_hand - reserved } })
      if (plan.kind === 'adjust') world.stock.set(plan.variantId, foreseen.stock)
    } else if (plan.kind === 'create') {
      const made = { ...foreseen.order, id: z.uuid().parse(told.body['id']) }
      expect(told.status, what).toBe(201)
      expectShown(plan, made, told, what)
      world.settle(made, 'created')
    } else if (plan.kind === 'ask') {
      expect(told.status, what).toBe(200)
      expectShown(plan, foreseen.order, told, what)
      happened(plan.ask, plan.orderId, foreseen.order)
    }
  }

  function happened(ask: Ask, orderId: string, order: ReturnType<World['known']>) {
    if (order === world.known(orderId) && ask.action !== 'notes') return
    world.settle(order, eventOf[ask.action], { restock: ask.action === 'return' && ask.restock })
  }

  function followBulk(plan: Extract<Plan, { kind: 'bulk' }>, told: Told, what: string) {
    const who = roleIn(plan)
    if (who === 'viewer') return expect(told, what).toMatchObject({ status: 403, code: 'forbidden' })
    expect(told.status, what).toBe(200)
    const results = Results.parse(told.body['data'])
    expect(
      results.map(({ id }) => id),
      what,
    ).toEqual(plan.orderIds)
    for (const { id, ok, order, error } of results) {
      const before = world.orders.get(id)
      const outcome = before ? outcomeOf(before, plan.ask, who, true) : { refused: { code: 'not_found' } }
      expect(error?.code, what).toBe('refused' in outcome ? outcome.refused.code : undefined)
      expect(ok, what).toBe('order' in outcome)
      if (!before) continue
      const after = 'order' in outcome ? outcome.order : before
      expect(differences(shownOf(after, who, exponent), shownIn(order)), what).toEqual([])
      if ('order' in outcome) happened(plan.ask, id, after)
    }
  }

  function expectShown(plan: Plan, order: ReturnType<World['known']>, { body }: Told, what: string) {
    expect(differences(shownOf(order, roleIn(plan), exponent), shownIn(body)), what).toEqual([])
  }
}

/** What is no matter of the order's state. */
const elsewhere: readonly string[] = ['insufficient_stock', 'version_conflict']

const Results = z.array(
  z.object({ id: z.string(), ok: z.boolean(), order: z.unknown(), error: z.object({ code: z.string() }).nullable() }),
)
