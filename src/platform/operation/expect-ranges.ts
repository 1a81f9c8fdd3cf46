import { type Problem, refused } from '../errors/errors.ts'
import { isDay } from '../values/text.ts'

/**
 * Refuses ranges in which nothing can lie: `<name>_from` and `<name>_to`, or `from` and `to`. A day and an amount include
 * their bound; a time at the end does not.
 */
export function expectRanges(input: unknown): void {
  const fields: Readonly<Record<string, unknown>> = Object(input)
  const problems = Object.keys(fields).flatMap((name): Problem[] => {
    const end = name.replace(/(^|_)from$/, '$1to')
    if (end === name || !isEmpty(fields[name], fields[end])) return []
    const rule = typeof fields[end] === 'number' ? 'at least' : 'after'
    return [
      { pointer: `/${end}`, code: 'range_empty', detail: `${end} must be ${rule} ${name}, or nothing can match.` },
    ]
  })
  if (problems.length > 0) throw refused('invalid_input', problems)
}

function isEmpty(from: unknown, to: unknown): boolean {
  if (typeof from === 'number' && typeof to === 'number') return from > to
  if (typeof from !== 'string' || typeof to !== 'string') return false
  return isDay(from) && isDay(to) ? from > to : firstMomentOf(from) >= endOf(to)
}

const hour = 3_600_000

// A day that is compared with a time depends on the time zone of each store: these are the earliest and the latest there are.
const firstMomentOf = (text: string) => Date.parse(text) - (isDay(text) ? 14 * hour : 0)
const endOf = (text: string) => Date.parse(text) + (isDay(text) ? 36 * hour : 0)
