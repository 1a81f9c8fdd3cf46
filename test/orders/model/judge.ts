import type { ModelOrder, Role } from './order.ts'
import { allowedTo, type Ask, outcomeOf } from './rules.ts'
import { differences, type Seen, shownOf } from './seen.ts'

/** What was asked of one order, and answered. */
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
 * Whether there is an order of events, one after the other, in which all that was answered at the same time about one
 * order is right: every change of its version was made by somebody's request as the rules have it, whoever was told
 * that nothing changed saw a state in which nothing had to, and whoever was refused was so in some state in between.
 */
export function judge(start: ModelOrder, observations: readonly Observation[], exponent: number) {
  const wrong: string[] = []
  const told = observations.flatMap(({ answer, ...rest }) => ('shown' in answer ? [{ ...rest, ...answer }] : []))
  const refused = observations.flatMap(({ answer, ...rest }) => ('status' in answer ? [{ ...rest, ...answer }] : []))
  const history = [start]
  const last = Math.max(start.version, ...told.map(({ shown }) => shown.version))

  for (let version = start.version; version <= last; version++) {
    const here = told.filter(({ shown }) => shown.version === version)
    if (version === start.version) {
      wrong.push(...here.flatMap((one) => unlike(start, one, exponent)))
      continue
    }
    const before = history.at(-1) ?? start
    // Two may have asked for the same: whoever did it, the others must have found it done.
    const possible = here.flatMap((maker) => {
      const after = made(before, maker, exponent)
      if (!after) return []
      const others = here.filter((one) => one !== maker).flatMap((one) => unlike(after, one, exponent))
      return [{ after, others }]
    })
    const [best] = possible.toSorted((a, b) => a.others.length - b.others.length)
    if (!best) {
      wrong.push(`nobody could have made version ${version} of ${tell(before)}: ${tell(here)}`)
      return { end: before, wrong }
    }
    history.push(best.after)
    wrong.push(...best.others)
  }
  for (const one of told)
    if (one.shown.version < start.version) wrong.push(`went back to a version of before: ${tell(one)}`)
  for (const one of refused)
    if (!refusable(history, one)) wrong.push(`wrongly refused: ${tell(one)} of ${tell(history)}`)
  return { end: history.at(-1) ?? start, wrong }
}

type Told = Pick<Observation, 'who' | 'ask' | 'inBulk' | 'ifMatch'> & { readonly shown: Seen }

/** What the order became, if this is who changed it. */
function made(before: ModelOrder, { who, ask, inBulk, ifMatch, shown }: Told, exponent: number) {
  if (ask.action === 'read' || (ifMatch !== undefined && ifMatch !== before.version)) return undefined
  const outcome = outcomeOf(before, ask, who, inBulk)
  if ('refused' in outcome || outcome.order === before) return undefined
  return differences(shownOf(outcome.order, who, exponent), shown).length === 0 ? outcome.order : undefined
}

/** What is wrong with an answer that says that the order is like this, and that nothing had to be changed. */
function unlike(now: ModelOrder, told: Told, exponent: number): string[] {
  const { who, ask, inBulk, ifMatch, shown } = told
  const differing = differences(shownOf(now, who, exponent), shown)
  const outcome = ask.action === 'read' ? { order: now } : outcomeOf(now, ask, who, inBulk)
  return [
    ...(differing.length > 0 ? [`${differing.join(', ')}: ${tell(told)}`] : []),
    ...('order' in outcome && outcome.order === now ? [] : [`should have changed something: ${tell(told)}`]),
    ...(ifMatch === undefined || ifMatch === now.version ? [] : [`If-Match was ignored: ${tell(told)}`]),
  ]
}

type Refusal = Pick<Observation, 'who' | 'ask' | 'inBulk' | 'ifMatch'> & {
  readonly status: number
  readonly code: string
  readonly allowed: unknown
}

/** The reason is looked up after the refusal, so that it may be that of a later state. */
function refusable(history: readonly ModelOrder[], { who, ask, inBulk, ifMatch, status, code, allowed }: Refusal) {
  if (code === 'version_conflict') return history.some(({ version }) => version !== ifMatch)
  if (ask.action === 'read') return false
  const reasons = history.map((order) => outcomeOf(order, ask, who, inBulk))
  if (code === 'insufficient_stock') return ask.action === 'lines' && reasons.some((reason) => 'order' in reason)
  const matching = reasons.some((reason) => 'refused' in reason && reason.refused.status === status)
  const named =
    reasons.some((reason) => 'refused' in reason && reason.refused.code === code) ||
    (history.length > 1 && code === 'invalid_transition')
  const known = allowed === undefined || history.some((order) => tell(allowedTo(order, who)) === tell(allowed))
  return matching && named && known && (status !== 409 || allowed !== undefined || inBulk)
}

const tell = (what: unknown) => JSON.stringify(what)
