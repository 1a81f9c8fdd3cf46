import * as z from 'zod'

/** Of the value in an answer, which has it twice, as data and as text; with what is around it, less than 100 KB. */
const maxBytes = 98_000

export const Truncated = {
  truncated: z.array(z.string()).optional().describe('Fields cut to keep the answer under 100 KB'),
}

type Fitted = Readonly<Record<string, unknown>> & { readonly truncated?: string[] }

/** Cuts the longest fields until the answer fits, and says which. */
export function fit(value: Readonly<Record<string, unknown>>): Fitted {
  if (fits(value)) return value
  const shorter = { ...value }
  const cut = new Set<string>()
  for (;;) {
    const [longest] = Object.keys(shorter).toSorted((a, b) => sizeOf(shorter[b]) - sizeOf(shorter[a]))
    if (longest === undefined || sizeOf(shorter[longest]) < 100) throw new Error('an answer cannot be cut to size')
    shorter[longest] = shortened(shorter[longest])
    cut.add(longest)
    const answer = { ...shorter, truncated: [...cut] }
    if (fits(answer)) return answer
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
  // No character makes more than 3 bytes, and none more than 6 once escaped: most answers need no closer look.
  if (text.length * 9 < maxBytes) return true
  return encoder.encode(text).length + encoder.encode(JSON.stringify(text)).length < maxBytes
}
