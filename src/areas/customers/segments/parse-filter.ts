import { withoutStrayMarks } from '../../../platform/values/pasted.ts'

/** One term of a filter. A customer must meet all terms. */
export type Term =
  | { readonly field: 'spent'; readonly op: Comparison; readonly amount: string }
  | { readonly field: 'orders'; readonly op: Comparison; readonly quantity: number }
  | { readonly field: TimeField; readonly op: Comparison; readonly when: When }
  | { readonly field: 'tag'; readonly has: boolean; readonly tag: string }
  | { readonly field: 'blocked'; readonly blocked: boolean }

export const comparisons = ['<', '<=', '>', '>=', '='] as const
export type Comparison = (typeof comparisons)[number]
type TimeField = 'last_order' | 'created'

/** A whole day in the store's time zone, a moment, or a number of days before now. */
export type When =
  | { readonly kind: 'day'; readonly day: string }
  | { readonly kind: 'moment'; readonly time: string }
  | { readonly kind: 'days_ago'; readonly days: number }

/** `position` counts characters from 1. */
export class FilterInvalid extends Error {
  readonly position: number

  constructor(text: string, offset: number, message: string) {
    super(message)
    this.position = Array.from(text.slice(0, offset)).length + 1
  }
}

const maxTerms = 20

type Value = { readonly text: string; readonly fail: (message: string) => never }

/** The operators that a field allows, and how its value is read. */
const fields = {
  spent: {
    ops: comparisons,
    read: (op: Comparison, { text, fail }: Value): Term =>
      /^\d{1,15}(\.\d{1,6})?$/.test(text)
        ? { field: 'spent', op, amount: text }
        : fail('spent must be compared with an amount, such as 100 or 99.95.'),
  },
  orders: {
    ops: comparisons,
    read: (op: Comparison, { text, fail }: Value): Term =>
      /^\d{1,9}$/.test(text)
        ? { field: 'orders', op, quantity: Number(text) }
        : fail('orders must be compared with a whole number, such as 3.'),
  },
  last_order: { ops: comparisons, read: readTime('last_order') },
  created: { ops: comparisons, read: readTime('created') },
  no_order_for_days: { ops: [':'], read: readDays('no_order_for_days', '<') },
  ordered_within_days: { ops: [':'], read: readDays('ordered_within_days', '>=') },
  tag: {
    ops: [':'],
    read: (_: unknown, { text, fail }: Value): Term => {
      const tag = withoutStrayMarks(text)
      return tag !== '' && tag.length <= 64
        ? { field: 'tag', has: true, tag }
        : fail('A tag must have 1 to 64 characters. Quote a tag with spaces: tag:"big spender".')
    },
  },
  blocked: {
    ops: [':'],
    read: (_: unknown, { text, fail }: Value): Term =>
      text === 'true' || text === 'false'
        ? { field: 'blocked', blocked: text === 'true' }
        : fail('blocked must be blocked:true or blocked:false.'),
  },
} as const

const isField = (name: string): name is keyof typeof fields => Object.hasOwn(fields, name)

function readTime(field: TimeField) {
  return (op: Comparison, { text, fail }: Value): Term => {
    const when = whenOf(text)
    if (!when)
      return fail(
        `${field} must be compared with a date such as 2026-01-31, a time such as 2026-01-31T08:00:00Z, or days ago such as 90d.`,
      )
    if (when.kind === 'days_ago' && op === '=') return fail('Days ago must be compared with <, <=, > or >=.')
    return { field, op, when }
  }
}

/** In words that cannot be misread: last_order<90d means that the last order is older than 90 days. */
function readDays(name: string, op: Comparison) {
  return (_: unknown, { text, fail }: Value): Term =>
    /^[1-9]\d{0,4}$/.test(text)
      ? { field: 'last_order', op, when: { kind: 'days_ago', days: Number(text) } }
      : fail(`${name} must be a number of days, such as ${name}:90.`)
}

function whenOf(text: string): When | undefined {
  const days = /^(\d{1,5})d$/.exec(text)?.[1]
  if (days !== undefined) return { kind: 'days_ago', days: Number(days) }
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text)
  if (!isDay && !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/.test(text)) return undefined
  const time = new Date(text)
  // JavaScript reads February 30 as March 2. PostgreSQL writes years outside this range differently.
  if (
    Number.isNaN(time.getTime()) ||
    new Date(`${text.slice(0, 10)}T00:00:00Z`).toISOString().slice(0, 10) !== text.slice(0, 10)
  )
    return undefined
  if (time.getUTCFullYear() < 1 || time.getUTCFullYear() > 9998) return undefined
  return isDay ? { kind: 'day', day: text } : { kind: 'moment', time: time.toISOString() }
}

/** Reads terms such as `spent>=100 and last_order<90d -tag:vip`. Throws FilterInvalid. */
export function parseFilter(text: string): readonly Term[] {
  const terms: Term[] = []
  let at = 0
  /** The offset of an `and` that is not yet followed by a term. */
  let and: number | undefined

  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    at += found?.length ?? 0
    return found
  }
  const fail = (offset: number, message: string): never => {
    throw new FilterInvalid(text, offset, message)
  }

  for (;;) {
    take(/\s*/y)
    if (at === text.length) break
    const start = at
    if (take(/and(?=\s|$)/iy) !== undefined) {
      if (terms.length === 0 || and !== undefined) fail(start, '"and" must be between two terms.')
      and = start
      continue
    }
    const excluded = take(/-|not\s+/iy) !== undefined
    terms.push(readTerm(start, excluded))
    and = undefined
    if (terms.length > maxTerms) fail(start, `A filter can have at most ${maxTerms} terms.`)
    if (at < text.length && !/\s/.test(text.charAt(at))) fail(at, 'Terms must be separated by a space.')
  }
  if (and !== undefined) fail(and, '"and" must be between two terms.')
  if (terms.length === 0) fail(0, 'A filter needs at least one term, such as spent>100 or tag:vip.')
  return terms

  function readTerm(start: number, excluded: boolean): Term {
    const nameAt = at
    const written = take(/[\p{L}_]+/uy) ?? fail(at, 'Expected a term, such as spent>100 or tag:vip.')
    const name = written.toLowerCase()
    if (!isField(name)) return fail(nameAt, `Unknown field ${written}. Fields are ${Object.keys(fields).join(', ')}.`)
    take(/\s*/y)
    const opAt = at
    const op = take(/<=|>=|[<>=:]/y)
    const { ops, read } = fields[name]
    const allowedOp = [...comparisons, ':' as const].find(
      (candidate) => candidate === op && ops.some((allowed) => allowed === candidate),
    )
    if (allowedOp === undefined) return fail(opAt, `Expected ${ops.join(' or ')} after ${name}.`)
    take(/\s*/y)
    const value = readValue()
    const term = allowedOp === ':' ? read('=', value) : read(allowedOp, value)
    if (!excluded) return term
    if (term.field === 'tag') return { ...term, has: false }
    return fail(
      start,
      `Only tags can be excluded. Reverse the condition on ${name} instead, such as ${reversed[term.field]}.`,
    )
  }

  function readValue(): Value {
    const valueAt = at
    const quoted = take(/"(?:[^"\\]|\\.)*"/y)
    const bare = quoted ?? take(/[^\s"]+/y)
    if (bare === undefined)
      return fail(valueAt, text.charAt(valueAt) === '"' ? 'This quotation mark is not closed.' : 'Expected a value.')
    const unquoted = quoted === undefined ? bare : bare.slice(1, -1).replace(/\\(.)/gs, '$1')
    return { text: unquoted, fail: (message) => fail(valueAt, message) }
  }
}

const reversed = {
  spent: 'spent<=100',
  orders: 'orders<=3',
  last_order: 'last_order>=90d',
  created: 'created>=90d',
  blocked: 'blocked:false',
}
