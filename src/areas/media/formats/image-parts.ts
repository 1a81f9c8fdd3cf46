type ImageType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/avif' | 'image/gif'

export type Size = { readonly width: number; readonly height: number }

/** An image without metadata, in pieces of the file that it came from, so that nothing is copied. */
export type Cleaned = Size & { readonly type: ImageType; readonly pieces: readonly Uint8Array[] }

export type ImageProblem =
  | 'unknown_type'
  | 'truncated'
  | 'malformed'
  | 'too_many_pixels'
  | 'too_many_parts'
  | 'animated_avif'

export class ImageRefused extends Error {
  override readonly name = 'ImageRefused'
  readonly problem: ImageProblem

  constructor(problem: ImageProblem) {
    super(problem)
    this.problem = problem
  }
}

export const maxSide = 20_000
export const maxPixels = 100_000_000

/** Refuses an image that would take too much memory to decode, by the size that it declares. */
export function expectDecodable({ width, height }: Size): void {
  if (width === 0 || height === 0) throw new ImageRefused('malformed')
  if (width > maxSide || height > maxSide || width * height > maxPixels) throw new ImageRefused('too_many_pixels')
}

/** Reading past the end of a view throws a RangeError, which `cleanImage` takes for a truncated file. */
export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** A part of the file, which must be complete. */
export function bytesBetween(bytes: Uint8Array, start: number, end: number): Uint8Array {
  if (end > bytes.length) throw new ImageRefused('truncated')
  return bytes.subarray(start, end)
}

/** Whether the ASCII text is at this place. */
export function hasText(bytes: Uint8Array, at: number, text: string): boolean {
  for (let n = 0; n < text.length; n++) if (bytes[at + n] !== text.charCodeAt(n)) return false
  return true
}

export const textAt = (view: DataView, at: number, length: number): string =>
  String.fromCharCode(...Array.from({ length }, (_, n) => view.getUint8(at + n)))

/** Chunks, segments, blocks or boxes. No picture needs more; some files have millions of tiny ones, which only cost time. */
export const maxParts = 20_000

/** Adds up the parts of one file, and refuses it at the first one too many. */
export type CountParts = (more?: number) => void

export function partCounter(): CountParts {
  let parts = 0
  return (more = 1) => {
    parts += more
    if (parts > maxParts) throw new ImageRefused('too_many_parts')
  }
}

/** Collects what is kept of a file. Parts that follow each other in the file become one piece. */
export class Pieces {
  readonly all: Uint8Array[] = []

  add(piece: Uint8Array): void {
    const last = this.all.at(-1)
    if (last && last.buffer === piece.buffer && last.byteOffset + last.length === piece.byteOffset)
      this.all[this.all.length - 1] = new Uint8Array(last.buffer, last.byteOffset, last.length + piece.length)
    else this.all.push(piece)
  }
}

export const ascii = (text: string): Uint8Array => new TextEncoder().encode(text)
