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
 * among them are missing. A list that has only one row left is cut within it: `data.0.regions`. `oldestFirst`: arrays that keep
 * their end, which is the newest part.
 */
export function truncate(
  value: Readonly<Record<string, unknown>>,
  max: number,
  oldestFirst: readonly string[] = [],
): TruncatedResult {
  if (fits(value, max)) return value
  const shorter = { ...value }
  const cut = new Map<string, { readonly of: number | null; readonly left: number | null }>()
  for (;;) {
    const longest = longestOf(Object.entries(shorter))
    if (longest === undefined || longest.size < 100) throw new Error('the result cannot be cut to size')
    const { name, value: field } = longest
    const done = shortened(field, name, { isRows: Array.isArray(field), keepsEnd: oldestFirst.includes(name) })
    shorter[name] = done.value
    cut.set(done.path, { of: cut.get(done.path)?.of ?? done.of, left: done.left })
    const missing = [...cut].flatMap(([path, { of, left }]) =>
      of === null || left === null ? [] : [[path, of - left]],
    )
    const result = {
      ...shorter,
      truncated: [...cut.keys()],
      ...(missing.length > 0 && { left_out: Object.fromEntries(missing) }),
    }
    if (fits(result, max)) return result
  }
}

type Shortened = {
  readonly value: unknown
  /** Where it was cut. */
  readonly path: string
  /** How many rows the list there had and has now. Null: it is no list. */
  readonly of: number | null
  readonly left: number | null
}

const keptOf = (length: number) => Math.floor(length * 0.8)

/** `isRows`: of a list of rows, whole ones are left out. Elsewhere, what is long within a few long ones is cut. */
function shortened(value: unknown, path: string, { isRows, keepsEnd = false }: Options): Shortened {
  if (typeof value === 'string')
    return { value: value.slice(0, keptOf(value.length)).toWellFormed(), path, of: null, left: null }
  const entries = Object.entries(Object(value))
  const longest = isRows && entries.length > 1 ? undefined : longestOf(entries)
  if (longest && longest.size >= Math.max(20, sizeOf(value) / 5)) {
    const { name } = longest
    const inner = shortened(longest.value, `${path}.${name}`, { isRows: false })
    return {
      ...inner,
      value: Array.isArray(value) ? value.with(Number(name), inner.value) : { ...Object(value), [name]: inner.value },
    }
  }
  const left = keptOf(entries.length)
  if (!Array.isArray(value)) return { value: Object.fromEntries(entries.slice(0, left)), path, of: null, left: null }
  return { value: keepsEnd ? value.slice(value.length - left) : value.slice(0, left), path, of: value.length, left }
}

type Options = { readonly isRows: boolean; readonly keepsEnd?: boolean }

const longestOf = (entries: readonly (readonly [string, unknown])[]) =>
  entries
    .map(([name, value]) => ({ name, value, size: sizeOf(value) }))
    .reduce<Sized | undefined>((longest, one) => (longest && longest.size >= one.size ? longest : one), undefined)

type Sized = { readonly name: string; readonly value: unknown; readonly size: number }

const sizeOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0

const encoder = new TextEncoder()

function fits(value: Readonly<Record<string, unknown>>, max: number): boolean {
  const text = JSON.stringify(value)
  // A character has at most 3 bytes, and at most 6 when escaped. Most results need no exact measurement.
  if (text.length * 9 < max) return true
  return encoder.encode(text).length + encoder.encode(JSON.stringify(textOf(value))).length < max
}
