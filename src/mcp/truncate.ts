import * as z from 'zod'

/** The size limit of a result, which a response contains twice, as data and as text. Keeps the response under 100 KB. */
const maxBytes = 98_000

export const Truncated = {
  truncated: z.array(z.string()).optional().describe('Fields cut to stay under 100 KB'),
}

type TruncatedResult = Readonly<Record<string, unknown>> & { readonly truncated?: string[] }

/** Cuts the longest fields until the result fits, and names them in `truncated`. */
export function truncate(value: Readonly<Record<string, unknown>>): TruncatedResult {
  if (fits(value)) return value
  const shorter = { ...value }
  const cut = new Set<string>()
  for (;;) {
    const [longest] = Object.keys(shorter).toSorted((a, b) => sizeOf(shorter[b]) - sizeOf(shorter[a]))
    if (longest === undefined || sizeOf(shorter[longest]) < 100) throw new Error('the result cannot be cut to size')
    shorter[longest] = shortened(shorter[longest])
    cut.add(longest)
    const result = { ...shorter, truncated: [...cut] }
    if (fits(result)) return result
  }
}

function shortened(value: unknown): unknown {
  const kept = (length: number) => Math.floor(length * 0.8)
  if (typeof value === 'string') return value.slice(0, kept(value.length)).toWellFormed()
  if (Array.isArray(value)) return value.slice(0, kept(value.length))
  const entries = Object.entries(Object(value))
  return Object.fromEntries(entries.slice(0, kept(entries.length)))
}

const sizeOf = (value: unknown): number => JSON.stringify(value).length

const encoder = new TextEncoder()

function fits(value: object): boolean {
  const text = JSON.stringify(value)
  // A character has at most 3 bytes, and at most 6 when escaped. Most results need no exact measurement.
  if (text.length * 9 < maxBytes) return true
  return encoder.encode(text).length + encoder.encode(JSON.stringify(text)).length < maxBytes
}
