import { base64 } from './base64.ts'

/**
 * Pictures of 6 × 4 pixels. Those that say so have EXIF data with a place (GPS) and the word in `secret`, XMP with the same
 * word, and lie on their side, so that they are shown as 4 × 6.
 */
export type SampleName = keyof typeof base64

export const secret = 'SECRETPERSON'

export const sample = (name: SampleName): Uint8Array<ArrayBuffer> => Uint8Array.fromBase64(base64[name])

/** The samples with metadata, with their types and the sizes at which they are shown. */
export const withMetadata = [
  { name: 'jpeg', type: 'image/jpeg', extension: 'jpg', width: 4, height: 6 },
  { name: 'png', type: 'image/png', extension: 'png', width: 4, height: 6 },
  { name: 'webp', type: 'image/webp', extension: 'webp', width: 4, height: 6 },
  { name: 'avif', type: 'image/avif', extension: 'avif', width: 4, height: 6 },
] as const

/** The samples without. */
export const others = [
  { name: 'progressive', type: 'image/jpeg', extension: 'jpg', width: 6, height: 4 },
  { name: 'animatedWebp', type: 'image/webp', extension: 'webp', width: 6, height: 4 },
  { name: 'gif', type: 'image/gif', extension: 'gif', width: 6, height: 4 },
] as const

/** A PNG of one pixel whose colour depends on `seed`, so that no two are the same file. The checksums are not right; decoders may refuse it. */
export function uniquePng(seed: string): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(seed)
  const data = new Uint8Array(12 + text.length)
  new DataView(data.buffer).setUint32(0, text.length)
  data.set(new TextEncoder().encode('IDAT'), 4)
  data.set(text, 8)
  const png = sample('png')
  const header = png.slice(0, 33)
  const end = png.slice(-12)
  const made = new Uint8Array(header.length + data.length + end.length)
  made.set(header)
  made.set(data, header.length)
  made.set(end, header.length + data.length)
  return made
}
