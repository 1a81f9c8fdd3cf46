import type { Condition } from '../../../platform/db/schema/segments.ts'
import type { Comparison, Term, When } from './parse-filter.ts'

/** A term as conditions that app.customer_bounds understands. */
export function segmentConditions(term: Term): Condition[] {
  switch (term.field) {
    case 'spent':
      return (term.op === '=' ? (['>=', '<='] as const) : [term.op]).map((op) => ({
        field: 'spent',
        op,
        value: term.amount,
      }))
    case 'orders':
      return quantities(term.op, term.quantity)
    case 'last_order':
    case 'created':
      return times(term.op, term.when).map((bound) => ({ field: term.field, ...bound }))
    case 'tag':
      return [{ field: term.has ? 'tag' : 'not_tag', value: term.tag }]
    case 'blocked':
      return [{ field: 'blocked', value: term.blocked ? 'true' : 'false' }]
  }
}

function quantities(op: Comparison, quantity: number): Condition[] {
  const lower = { field: 'orders', op: '>=', value: String(op === '>' ? quantity + 1 : quantity) } as const
  const upper = { field: 'orders', op: '<=', value: String(op === '<' ? quantity - 1 : quantity) } as const
  if (op === '=') return [lower, upper]
  return op === '>' || op === '>=' ? [lower] : [upper]
}

type Bound = { op: '<' | '>='; value: string } | { op: '<' | '>='; days: number }

/** A day means the whole day in the store's time zone: > means after its end, and <= up to its end. */
function times(op: Comparison, when: When): Bound[] {
  if (when.kind === 'days_ago') return [{ op: op === '<' || op === '<=' ? '<' : '>=', days: when.days }]
  const [from, after] = when.kind === 'day' ? [when.day, dayAfter(when.day)] : [when.time, msAfter(when.time)]
  const bounds = {
    '<': [{ op: '<', value: from }],
    '<=': [{ op: '<', value: after }],
    '>': [{ op: '>=', value: after }],
    '>=': [{ op: '>=', value: from }],
    '=': [
      { op: '>=', value: from },
      { op: '<', value: after },
    ],
  } as const satisfies Record<Comparison, Bound[]>
  return [...bounds[op]]
}

const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

const msAfter = (time: string) => new Date(Date.parse(time) + 1).toISOString()
