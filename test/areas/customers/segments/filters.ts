import fc from 'fast-check'
import {
  type Comparison,
  comparisons,
  type Term,
  type When,
} from '../../../../src/areas/customers/segments/parse-filter.ts'

/** A term as a merchant would write it. */
export function written(term: Term): string {
  switch (term.field) {
    case 'spent':
      return `spent${term.op}${term.amount}`
    case 'orders':
      return `orders${term.op}${term.quantity}`
    case 'last_order':
    case 'created':
      return `${term.field}${term.op}${when(term.when)}`
    case 'tag':
      return `${term.has ? '' : '-'}tag:${quoted(term.tag)}`
    case 'blocked':
      return `blocked:${term.blocked}`
  }
}

const when = (value: When) =>
  value.kind === 'day' ? value.day : value.kind === 'moment' ? value.time : `${value.days}d`

const quoted = (tag: string) =>
  /^[^\s"\\]+$/.test(tag) ? tag : `"${tag.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

const ops = fc.constantFrom<Comparison>(...comparisons)
const times = fc.date({ min: new Date('2026-01-01'), max: new Date('2026-12-31'), noInvalidDate: true })

export const whens: fc.Arbitrary<When> = fc.oneof(
  times.map((time): When => ({ kind: 'day', day: time.toISOString().slice(0, 10) })),
  times.map((time): When => ({ kind: 'moment', time: time.toISOString() })),
)

export type Values = {
  amounts: fc.Arbitrary<string>
  quantities: fc.Arbitrary<number>
  whens: fc.Arbitrary<When>
  tags: fc.Arbitrary<string>
}

/** Terms of every kind, with these values. */
export const terms = ({ amounts, quantities, whens, tags }: Values): fc.Arbitrary<Term> =>
  fc.oneof(
    fc.record({ field: fc.constant('spent' as const), op: ops, amount: amounts }),
    fc.record({ field: fc.constant('orders' as const), op: ops, quantity: quantities }),
    fc.record({ field: fc.constantFrom('last_order' as const, 'created' as const), op: ops, when: whens }),
    fc
      .record({
        field: fc.constantFrom('last_order' as const, 'created' as const),
        op: fc.constantFrom<Comparison>('<', '<=', '>', '>='),
        days: fc.integer({ min: 0, max: 400 }),
      })
      .map(({ field, op, days }): Term => ({ field, op, when: { kind: 'days_ago', days } })),
    fc.record({ field: fc.constant('tag' as const), has: fc.boolean(), tag: tags }),
    fc.record({ field: fc.constant('blocked' as const), blocked: fc.boolean() }),
  )
