import type { Condition } from '../../../platform/db/schema/segments.ts'
import { beginningsOf, isDay } from '../../../platform/values/text.ts'

type Bound = Extract<Condition, { readonly op: string }>

/**
 * The first field whose conditions no value can meet, such as created>=2026-05-05 with created<2026-05-01. Days before now are
 * compared only with each other: how far a date is from now changes every day.
 */
export function emptyRange(conditions: readonly Condition[]): Bound['field'] | undefined {
  const bounds = conditions.filter((condition) => 'op' in condition)
  const isLower = ({ op }: Bound) => op.startsWith('>')
  const isEmpty = (from: Bound, to: Bound) =>
    from.field === to.field && isLower(from) && !isLower(to) && excludes(from, to)
  return bounds.find((from) => bounds.some((to) => isEmpty(from, to)))?.field
}

function excludes(from: Bound, to: Bound): boolean {
  if ('days' in from || 'days' in to) return 'days' in from && 'days' in to && from.days <= to.days
  const isTime = from.field === 'last_order' || from.field === 'created'
  const distance = isTime ? timeBetween(from.value, to.value) : amountBetween(from.value, to.value)
  return from.op === '>' || to.op === '<' ? distance <= 0 : distance < 0
}

/** At most 15 digits and 6 decimals, which are more than a number can hold. */
function amountBetween(from: string, to: string): bigint {
  const [low, high] = [from, to].map((amount) => {
    const [whole = '', decimals = ''] = amount.split('.')
    return BigInt(whole + decimals.padEnd(6, '0'))
  })
  return (high ?? 0n) - (low ?? 0n)
}

function timeBetween(from: string, to: string): number {
  if (isDay(from) === isDay(to)) return Date.parse(to) - Date.parse(from)
  const [first] = beginningsOf(from)
  const [, last] = beginningsOf(to)
  return last - first
}
