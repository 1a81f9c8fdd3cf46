import { type Problem, refused } from '../errors/errors.ts'
import { beginningsOf, isDay } from '../values/text.ts'

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
  if (isDay(from) && isDay(to)) return from > to
  const [begins] = beginningsOf(from)
  const [, ends] = beginningsOf(to)
  return begins >= ends + (isDay(to) ? day : 0)
}

const day = 24 * 3_600_000
