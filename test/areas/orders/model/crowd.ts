import { z } from 'zod'
import { asOwner } from '../../../support/sql.ts'
import { contradictionsOf } from '../contradictions.ts'
import type { Reply } from '../crew.ts'
import type { Dice } from './dice.ts'
import { judge, type Observation } from './judge.ts'
import type { ModelOrder } from './order.ts'
import type { Plan } from './plan.ts'
import { differences, shownIn, shownOf } from './seen.ts'
import { created, roleIn, type Stage } from './stage.ts'
import { codes } from './terms.ts'
import { send } from './wire.ts'

export type Sent = { readonly plan: Plan; readonly reply: Reply }

const Versions = z.array(z.object({ id: z.string(), version: z.int() }))

/** Sends many requests at once to one store, and judges the answers. */
export function theCrowd(stage: Stage) {
  const { crew, exponent } = stage
  const orders = new Map<string, ModelOrder>()
  /** The first request and answer by idempotency key. */
  const done = new Map<string, Sent>()
  const left = new Set<string>()

  const act = (plans: readonly Plan[]): Promise<Sent[]> =>
    Promise.all(plans.map(async (plan) => ({ plan, reply: await send(crew, plan, exponent) })))

  /** Sends some requests with a key twice at once, or again much later. */
  function withRepeats(dice: Dice, plans: readonly Plan[]): Plan[] {
    const old = [...done.values()].slice(-20).map(({ plan }) => plan)
    const twice = plans.filter(({ key }) => key !== undefined && dice.chance(40))
    return [...plans, ...twice, ...(old.length > 0 && dice.chance(50) ? [dice.pick(old)] : [])]
  }

  async function judgeAll(sent: readonly Sent[]): Promise<string[]> {
    const seen = new Map<string, Observation[]>()
    const wrong: string[] = []
    const observe = (orderId: string, observation: Observation) =>
      seen.set(orderId, [...(seen.get(orderId) ?? []), observation])
    // Judge originals before replays, no matter which was answered first.
    for (const one of sent.toSorted((a, b) => Number(a.reply.replayed) - Number(b.reply.replayed)))
      wrong.push(...judgeOne(one, observe))
    for (const [id, observations] of seen) {
      const order = orders.get(id)
      if (!order) continue
      const judged = judge(order, observations, exponent)
      orders.set(id, judged.end)
      wrong.push(...judged.wrong)
    }
    wrong.push(...(await lookInside([...seen.keys()])))
    return wrong
  }

  function judgeOne({ plan, reply }: Sent, observe: (orderId: string, observation: Observation) => void): string[] {
    const { status, code, body } = reply
    const what = () => JSON.stringify({ plan, reply })
    if (status >= 500 || status === 401 || status === 400) return [`unexpected status: ${what()}`]
    if (reply.replayed) return judgeRepeat(plan, reply)
    if (status < 300 && plan.key !== undefined) {
      if (done.has(plan.key)) return [`done twice: ${what()}`]
      done.set(plan.key, { plan, reply })
    }
    const who = roleIn(plan)
    const base = { who, inBulk: false, ifMatch: undefined }
    switch (plan.kind) {
      case 'create':
        return judgeCreated(plan, reply)
      case 'adjust':
        return status === 200 || (status === 403 && who === 'viewer') || code === 'insufficient_stock' ? [] : [what()]
      case 'read':
        observe(plan.orderId, { ...base, ask: { action: 'read' }, answer: answerOf(reply) })
        return []
      case 'ask':
        observe(plan.orderId, { ...base, ask: plan.ask, ifMatch: plan.ifMatch, answer: answerOf(reply) })
        return []
      case 'bulk': {
        if (who === 'viewer') return status === 403 ? [] : [what()]
        const { data, succeeded, failed } = Bulk.parse(body)
        const right = data.map(({ id }) => id).join() === plan.orderIds.join()
        const counted = data.filter(({ ok }) => ok).length === succeeded && data.length === succeeded + failed
        for (const result of data.filter(({ id }) => orders.has(id)))
          observe(result.id, { ...base, ask: plan.ask, inBulk: true, answer: resultOf(result) })
        const unknown = data.filter(({ id, error }) => !orders.has(id) && error?.code !== 'not_found')
        return right && counted && unknown.length === 0 ? [] : [what()]
      }
    }
  }

  function judgeRepeat(plan: Plan, reply: Reply): string[] {
    const first = plan.key === undefined ? undefined : done.get(plan.key)
    const same = first?.reply.status === reply.status && JSON.stringify(first.reply.body) === JSON.stringify(reply.body)
    return same ? [] : [`differs from the first answer: ${JSON.stringify({ plan, reply, first })}`]
  }

  function judgeCreated(plan: Extract<Plan, { kind: 'create' }>, { status, code, body }: Reply): string[] {
    const id = z.string().catch('').parse(body['id'])
    const outcome = created(plan, id)
    if ('refused' in outcome) return outcome.refused.code === code ? [] : [JSON.stringify({ plan, body })]
    if (code === 'insufficient_stock' || (code === 'discount_used_up' && plan.terms?.code === codes.few)) return []
    orders.set(id, outcome.order)
    const differing = differences(shownOf(outcome.order, roleIn(plan), exponent), shownIn(body))
    return status === 201 && differing.length === 0
      ? []
      : [`${differing.join(', ')}: ${JSON.stringify({ plan, body })}`]
  }

  /** No order changed without an answer saying so, and the data is consistent. */
  async function lookInside(ids: readonly string[]): Promise<string[]> {
    const { id: storeId } = crew.store
    const [rows, contradictions] = await Promise.all([
      asOwner`select id, version from orders where store_id = ${storeId} and id = any(${ids})`,
      contradictionsOf(storeId),
    ])
    const unlike = Versions.parse(rows).filter(({ id, version }) => version !== (orders.get(id)?.version ?? version))
    return [
      ...unlike.map(({ id, version }) => `order ${id} is at version ${version}, not ${orders.get(id)?.version}`),
      ...Object.entries(contradictions).map(([name, count]) => `${count} contradictions of kind ${name}`),
    ]
  }

  /** A few orders that all requests are about, until they have ended. */
  function busy(dice: Dice): ModelOrder[] {
    const current = [...orders.values()].filter(({ id }) => !left.has(id))
    for (const { id, status } of current) if (dice.chance(status === 'cancelled' ? 35 : 3)) left.add(id)
    return current.slice(-5)
  }

  return { act, withRepeats, judge: judgeAll, busy }
}

const Error = z.object({ code: z.string(), detail: z.string() })
const BulkResult = z.object({
  id: z.string(),
  ok: z.boolean(),
  order: z.looseObject({ version: z.int() }).nullable(),
  error: Error.nullable(),
})
const Bulk = z.object({ data: z.array(BulkResult), succeeded: z.int(), failed: z.int() })

function answerOf({ status, code, body }: Reply): Observation['answer'] {
  if (code !== null) return { status, code, allowed: body['allowed_actions'] }
  return withVersion(body)
}

function resultOf({ order, error }: z.output<typeof BulkResult>): Observation['answer'] {
  if (error === null) return withVersion(order)
  const status = error.code === 'forbidden' ? 403 : error.code === 'invalid_input' ? 422 : 409
  return { status, code: error.code, allowed: order?.['allowed_actions'] }
}

function withVersion(body: unknown): Observation['answer'] {
  const { version, ...shown } = shownIn(body)
  if (version === undefined) throw new TypeError('an answer without a version')
  return { shown: { ...shown, version } }
}
