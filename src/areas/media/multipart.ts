import { refused } from '../../platform/errors/errors.ts'

type Part = { readonly type: string | null; readonly bytes: Uint8Array }

// A form for one file has few fields. Millions of tiny ones would only cost time.
const maxParts = 100

/**
 * The only file in a multipart/form-data body (RFC 7578), without copying it. `formData()` would keep the body and the file
 * in memory. Fields that are not files are ignored.
 */
export function fileIn(body: Uint8Array, boundary: string): Part {
  const files = filesIn(body, boundary)
  const [file, ...others] = files
  if (file && others.length === 0) return file
  const detail = file ? 'Send one file per request.' : 'Send the picture as a file, such as -F file=@scarf.jpg.'
  throw refused('invalid_input', [{ pointer: '/file', code: file ? 'too_many' : 'required', detail }])
}

/** The files, or the first two of them. */
function filesIn(body: Uint8Array, boundary: string): Part[] {
  // The line break belongs to the delimiter (RFC 2046 section 5.1.1). No boundary has one.
  const delimiter = new TextEncoder().encode(`\r\n--${boundary}`)
  const atStart = delimiter.subarray(2).every((byte, n) => body[n] === byte)
  const first = atStart ? -2 : indexOf(body, delimiter, 0)
  const files: Part[] = []
  let start = first === -1 ? body.length : first + delimiter.length
  for (let parts = 0; parts < maxParts && files.length < 2; parts++) {
    const end = indexOf(body, delimiter, start)
    if (end === -1) break
    const part = partIn(body.subarray(start + 2, end))
    if (part) files.push(part)
    start = end + delimiter.length
  }
  return files
}

function partIn(part: Uint8Array): Part | undefined {
  const end = indexOf(part, Uint8Array.of(13, 10, 13, 10), 0)
  const headers = new TextDecoder().decode(part.subarray(0, Math.max(0, end)))
  if (!/^content-disposition:.*;\s*filename\*?=/im.test(headers)) return undefined
  const type = /^content-type:\s*([^;\r\n]+)/im.exec(headers)?.[1]?.trim().toLowerCase() ?? null
  return { type, bytes: part.subarray(end + 4) }
}

/** Reads each byte once, as long as `wanted` does not begin again within itself but for its first byte. */
function indexOf(bytes: Uint8Array, wanted: Uint8Array, from: number): number {
  let matched = 0
  // Not bytes.indexOf: a call for every line break of a file that has millions of them takes seconds.
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at]
    matched = byte === wanted[matched] ? matched + 1 : byte === wanted[0] ? 1 : 0
    if (matched === wanted.length) return at + 1 - matched
  }
  return -1
}
