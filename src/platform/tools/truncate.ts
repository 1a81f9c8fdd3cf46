import * as z from 'zod'
import { textOf } from './text.ts'

/** The size limits of a result, which a response contains as data and as text. A client hands one of them to the model. */
export const maxBytes = {
  /** Keeps the response under 60 KB. */
  usual: 59_000,
  /** For a caller who asks for more. Keeps the response under 100 KB. */
  full: 98_000,
} as const

export const Truncated = {
  truncated: z.array(z.string()).optional(),
  left_out: z.record(z.string(), z.int()).optional(),
}

type TruncatedResult = Readonly<Record<string, unknown>> & {
  readonly truncated?: string[]
  readonly left_out?: Readonly<Record<string, number>>
}

/**
 * Cuts the longest fields until the result fits, names them in `truncated`, and says in `left_out` how many rows of the lists
 * among them are missing. `oldestFirst`: arrays that keep their end, which is the newest part.
 */
export function truncate(
  value: Readonly<Record<string, unknown>>,
  max: number,
  oldestFirst: readonly string[] = [],
): TruncatedResult {
  if (fits(value, max)) return value
  const shorter = { ...value }
  const cut = new Set<string>()
  for (;;) {
    const [longest] = Object.keys(shorter).toSorted((a, b) => sizeOf(shorter[b]) - sizeOf(shorter[a]))
    if (longest === undefined || sizeOf(shorter[longest]) < 100) throw new Error('the result cannot be cut to size')
    shorter[longest] = shortened(shorter[longest], oldestFirst.includes(longest))
    cut.add(longest)
    const result = { ...shorter, truncated: [...cut], ...leftOut(value, shorter, [...cut]) }
    if (fits(result, max)) return result
  }
}

function leftOut(
  whole: Readonly<Record<string, unknown>>,
  cut: Readonly<Record<string, unknown>>,
  names: readonly string[],
) {
  const missing = names.flatMap((name) => {
    const [before, after] = [whole[name], cut[name]]
    return Array.isArray(before) && Array.isArray(after) ? [[name, before.length - after.length] as const] : []
  })
  return missing.length > 0 && { left_out: Object.fromEntries(missing) }
}

function shortened(value: unknown, keepsEnd: boolean): unknown {
  const kept = (length: number) => Math.floor(length * 0.8)
  if (typeof value === 'string') return value.slice(0, kept(value.length)).toWellFormed()
  if (Array.isArray(value))
    return keepsEnd ? value.slice(value.length - kept(value.length)) : value.slice(0, kept(value.length))
  const entries = Object.entries(Object(value))
  return Object.fromEntries(entries.slice(0, kept(entries.length)))
}

const sizeOf = (value: unknown): number => JSON.stringify(value).length

const encoder = new TextEncoder()

function fits(value: Readonly<Record<string, unknown>>, max: number): boolean {
  const text = JSON.stringify(value)
  // A character has at most 3 bytes, and at most 6 when escaped. Most results need no exact measurement.
  if (text.length * 9 < max) return true
  return encoder.encode(text).length + encoder.encode(JSON.stringify(textOf(value))).length < max
}
