import type { ModelOrder, Role } from './order.ts'
import { allowedTo, type Ask, outcomeOf } from './rules.ts'
import { differences, type Seen, shownOf } from './seen.ts'
import { codes } from './terms.ts'

/** A request about one order, and its answer. */
export type Observation = {
  readonly who: Role
  readonly ask: Ask | { readonly action: 'read' }
  readonly inBulk: boolean
  readonly ifMatch: number | undefined
  readonly answer:
    | { readonly shown: Seen & { readonly version: number } }
    | { readonly status: number; readonly code: string; readonly allowed: unknown }
}

/**
 * Looks for a sequence of parallel requests about one order that explains all their answers: every new version was made
 * by one of the requests, according to the rules; a request that changed nothing had nothing to change; and every
 * rejected request was impossible in one of the states in between.
 */
export function judge(start: ModelOrder, observations: readonly Observation[], exponent: number) {
  const wrong: string[] = []
  const succeeded = observations.flatMap(({ answer, ...rest }) => ('shown' in answer ? [{ ...rest, ...answer }] : []))
  const refused = observations.flatMap(({ answer, ...rest }) => ('status' in answer ? [{ ...rest, ...answer }] : []))
  const history = [start]
  const last = Math.max(start.version, ...succeeded.map(({ shown }) => shown.version))

  for (let version = start.version; version <= last; version++) {
    const here = succeeded.filter(({ shown }) => shown.version === version)
    if (version === start.version) {
      wrong.push(...here.flatMap((one) => unlike(start, one, exponent)))
      continue
    }
    const before = history.at(-1) ?? start
    // Several may have sent the same request: one of them did it, and the others found it done.
    const possible = here.flatMap((maker) => {
      const after = made(before, maker, exponent)
      if (!after) return []
      const others = here.filter((one) => one !== maker).flatMap((one) => unlike(after, one, exponent))
      return [{ after, others }]
    })
    const [best] = possible.toSorted((a, b) => a.others.length - b.others.length)
    if (!best) {
      wrong.push(`no request could have made version ${version} of ${print(before)}: ${print(here)}`)
      return { end: before, wrong }
    }
    history.push(best.after)
    wrong.push(...best.others)
  }
  for (const one of succeeded)
    if (one.shown.version < start.version) wrong.push(`returned an earlier version: ${print(one)}`)
  for (const one of refused)
    if (!isJustified(history, one)) wrong.push(`wrongly refused: ${print(one)} of ${print(history)}`)
  return { end: history.at(-1) ?? start, wrong }
}

type Reply = Pick<Observation, 'who' | 'ask' | 'inBulk' | 'ifMatch'> & { readonly shown: Seen }

/** The changed order, if this request changed it. */
function made(before: ModelOrder, { who, ask, inBulk, ifMatch, shown }: Reply, exponent: number) {
  if (ask.action === 'read' || (ifMatch !== undefined && ifMatch !== before.version)) return undefined
  const outcome = outcomeOf(before, ask, who, inBulk)
  if ('refused' in outcome || outcome.order === before) return undefined
  return differences(shownOf(outcome.order, who, exponent), shown).length === 0 ? outcome.order : undefined
}

/** What is wrong with an answer that shows the order in this state without having changed it. */
function unlike(now: ModelOrder, reply: Reply, exponent: number): string[] {
  const { who, ask, inBulk, ifMatch, shown } = reply
  const differing = differences(shownOf(now, who, exponent), shown)
  const outcome = ask.action === 'read' ? { order: now } : outcomeOf(now, ask, who, inBulk)
  return [
    ...(differing.length > 0 ? [`${differing.join(', ')}: ${print(reply)}`] : []),
    ...('order' in outcome && outcome.order === now ? [] : [`should have changed something: ${print(reply)}`]),
    ...(ifMatch === undefined || ifMatch === now.version ? [] : [`If-Match was ignored: ${print(reply)}`]),
  ]
}

type Refusal = Pick<Observation, 'who' | 'ask' | 'inBulk' | 'ifMatch'> & {
  readonly status: number
  readonly code: string
  readonly allowed: unknown
}

/** Whether the refusal is right in one of the states that the order went through. */
function isJustified(history: readonly ModelOrder[], { who, ask, inBulk, ifMatch, status, code, allowed }: Refusal) {
  if (code === 'version_conflict') return history.some(({ version }) => version !== ifMatch)
  if (ask.action === 'read') return false
  if (code === 'insufficient_stock')
    return ask.action === 'lines' && history.some((order) => 'order' in outcomeOf(order, ask, who, inBulk))
  // Orders beside this one used the code up.
  if (code === 'discount_used_up')
    return (
      ask.action === 'code' &&
      ask.code === codes.few &&
      history.some((order) => 'order' in outcomeOf(order, ask, who, inBulk))
    )
  const explains = (order: ModelOrder) => {
    const outcome = outcomeOf(order, ask, who, inBulk)
    if (!('refused' in outcome) || outcome.refused.status !== status || outcome.refused.code !== code) return false
    return allowed === undefined || print(allowedTo(order, who)) === print(allowed)
  }
  return history.some(explains) && (status !== 409 || allowed !== undefined || inBulk)
}

const print = (what: unknown) => JSON.stringify(what)
