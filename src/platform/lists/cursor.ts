import { refused } from '../errors/errors.ts'
import { isId } from '../values/ids.ts'

/** What the rows of a list are ordered by. Then they are ordered by id. */
export type SortType = 'time' | 'number' | 'text'

/** A position in a list: the value that its rows are ordered by, as text (a time as RFC 3339 in UTC), and the id. */
export type Place = { readonly at: string; readonly id: string }

export const cursorAt = ({ at, id }: Place, type: SortType, fingerprint: string): string =>
  base64Url(`${encode[type](at)}.${id}.${fingerprint}`)

export function placeOf(cursor: string, type: SortType, fingerprint: string): Place {
  const [value = '', id, cursorFingerprint] = (decodedBase64(cursor) ?? '').split('.')
  if (id === undefined || !isId(id)) throw badCursor(malformed)
  if (cursorFingerprint !== fingerprint)
    throw badCursor('This cursor belongs to other filters. Repeat the filters of the first page.')
  const at = decode[type](value)
  if (at === null) throw badCursor(malformed)
  return { at, id }
}

const malformed = 'Invalid cursor. Use next_cursor of the previous page.'

const badCursor = (detail: string) => refused('invalid_input', [{ pointer: '/cursor', code: 'invalid_cursor', detail }])

const encode = {
  time: (at) => String(Date.parse(at)),
  number: base64Url,
  text: base64Url,
} as const satisfies Record<SortType, (at: string) => string>

const decode = {
  time: (ms) => (/^-?\d{1,15}$/.test(ms) ? knownTime(new Date(Number(ms)).toISOString()) : null),
  number: (value) => /^-?\d{1,30}(\.\d{1,10})?$/.exec(decodedBase64(value) ?? '')?.[0] ?? null,
  text: (value) => {
    const text = decodedBase64(value)
    return text?.includes('\0') ? null : text
  },
} as const satisfies Record<SortType, (value: string) => string | null>

/** Null outside the years that a stored time can have (`DayOrMoment` in text.ts). */
function knownTime(time: string): string | null {
  return /^[1-9]\d{3}-/.test(time) ? time : null
}

export function base64Url(text: string): string {
  return new TextEncoder().encode(text).toBase64({ alphabet: 'base64url', omitPadding: true })
}

/** Null if it is not base64url of UTF-8. */
export function decodedBase64(base64: string): string | null {
  try {
    const bytes = Uint8Array.fromBase64(base64, { alphabet: 'base64url' })
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}
