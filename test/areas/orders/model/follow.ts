import { expect } from 'vitest'
import { z } from 'zod'
import type { Reply } from '../crew.ts'
import type { Dice } from './dice.ts'
import type { Plan } from './plan.ts'
import { allowedTo, outcomeOf } from './rules.ts'
import { differences, shownIn, shownOf } from './seen.ts'
import { roleIn, type Stage, type tally } from './stage.ts'
import { send } from './wire.ts'
import { eventOf, type World } from './world.ts'

type Ask = Extract<Plan, { kind: 'ask' }>['ask']

/** Sends one request after the other, and compares each answer with the model's prediction. */
export function follow({ crew, exponent }: Stage, world: World, counted: ReturnType<typeof tally>) {
  const done = new Map<string, { plan: Plan; reply: Reply }>()

  return async function next(dice: Dice, planned: Plan) {
    const earlier = [...done.values()].slice(-5)
    const plan = earlier.length > 0 && dice.chance(8) ? dice.pick(earlier).plan : planned
    const first = plan.key === undefined ? undefined : done.get(plan.key)
    const reply = await send(crew, plan, exponent)
    counted.add(plan, reply)
    const what = JSON.stringify({ plan, reply })
    if (first) return expect(reply, what).toEqual({ ...first.reply, replayed: true })
    expect(reply.replayed, what).toBe(false)
    if (plan.key !== undefined && reply.status < 300) done.set(plan.key, { plan, reply })
    if (plan.kind === 'bulk') return followBulk(plan, reply, what)
    if (plan.kind === 'read') return expectShown(plan, world.known(plan.orderId), reply, what)

    const predicted = world.predict(plan)
    if ('refused' in predicted) {
      expect({ status: reply.status, code: reply.code }, what).toEqual(predicted.refused)
      if (plan.kind === 'ask' && reply.status === 409 && !independentOfState.includes(reply.code ?? ''))
        expect(reply.body['allowed_actions'], what).toEqual(allowedTo(world.known(plan.orderId), roleIn(plan)))
    } else if ('stock' in predicted) {
      const { onHand: on_hand, reserved } = predicted.stock
      expect(reply, what).toMatchObject({ status: 200, body: { on_hand, reserved, available: on_hand - reserved } })
      if (plan.kind === 'adjust') world.stock.set(plan.variantId, predicted.stock)
    } else if (plan.kind === 'create') {
      const made = { ...predicted.order, id: z.uuid().parse(reply.body['id']) }
      expect(reply.status, what).toBe(201)
      expectShown(plan, made, reply, what)
      world.settle(made, 'created')
    } else if (plan.kind === 'ask') {
      expect(reply.status, what).toBe(200)
      expectShown(plan, predicted.order, reply, what)
      happened(plan.ask, plan.orderId, predicted.order)
    }
  }

  function happened(ask: Ask, orderId: string, order: ReturnType<World['known']>) {
    if (order === world.known(orderId) && ask.action !== 'notes') return
    world.settle(order, eventOf[ask.action], {
      restock: (ask.action === 'return' || ask.action === 'refuse') && ask.restock,
    })
  }

  function followBulk(plan: Extract<Plan, { kind: 'bulk' }>, reply: Reply, what: string) {
    const who = roleIn(plan)
    if (who === 'viewer') return expect(reply, what).toMatchObject({ status: 403, code: 'forbidden' })
    expect(reply.status, what).toBe(200)
    const results = Results.parse(reply.body['data'])
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

  function expectShown(plan: Plan, order: ReturnType<World['known']>, { body }: Reply, what: string) {
    expect(differences(shownOf(order, roleIn(plan), exponent), shownIn(body)), what).toEqual([])
  }
}

/** Refusals that do not depend on the order's state. */
const independentOfState: readonly string[] = ['insufficient_stock', 'version_conflict']

const Results = z.array(
  z.object({ id: z.string(), ok: z.boolean(), order: z.unknown(), error: z.object({ code: z.string() }).nullable() }),
)
