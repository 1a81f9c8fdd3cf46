import {
  ascii,
  type Cleaned,
  type CountParts,
  expectDecodable,
  hasText,
  ImageRefused,
  partCounter,
  bytesBetween,
  type Size,
  textAt,
  viewOf,
} from './image-parts.ts'
import { exifWith, orientationIn, turned } from './orientation.ts'

export const isWebp = (file: Uint8Array): boolean => hasText(file, 0, 'RIFF') && hasText(file, 8, 'WEBP')

const flags = { exif: 0x08, xmp: 0x04 }
const headerLength = 12
const frameHeaderLength = 16

type Chunk = { readonly type: string; readonly payload: Uint8Array; readonly whole: Uint8Array }

/** Drops EXIF data, XMP and unknown chunks, and what follows the picture. */
export function cleanWebp(file: Uint8Array): Cleaned {
  const count = partCounter()
  const chunks = chunksIn(bytesBetween(file, headerLength, 8 + viewOf(file).getUint32(4, true)), count)
  const [first] = chunks
  if (!first) throw new ImageRefused('truncated')
  const canvas = first.type === 'VP8X' ? canvasOf(first.payload) : frameSize(first)
  expectDecodable(canvas)
  const orientation = Math.max(...chunks.map(({ type, payload }) => (type === 'EXIF' ? orientationIn(payload) : 1)))
  const kept = chunks.flatMap((chunk) => {
    switch (chunk.type) {
      case 'VP8X':
        return [withFlags(chunk.whole, orientation)]
      case 'ICCP':
      case 'ANIM':
      case 'ALPH':
        return [chunk.whole]
      case 'VP8 ':
      case 'VP8L':
        if (!isSame(frameSize(chunk), canvas)) throw new ImageRefused('malformed')
        return [chunk.whole]
      case 'ANMF':
        return cleanFrame(chunk.payload, canvas, count)
      default:
        return []
    }
  })
  if (!chunks.some(({ type }) => type === 'VP8 ' || type === 'VP8L' || type === 'ANMF'))
    throw new ImageRefused('malformed')
  if (orientation > 1) kept.push(chunkOf('EXIF', exifWith(orientation)))
  const length = kept.reduce((sum, piece) => sum + piece.length, 0)
  return { type: 'image/webp', ...turned(canvas, orientation), pieces: [riff(length), ...kept] }
}

function chunksIn(bytes: Uint8Array, count: CountParts): Chunk[] {
  const view = viewOf(bytes)
  const chunks: Chunk[] = []
  for (let at = 0; at < bytes.length;) {
    count()
    const length = view.getUint32(at + 4, true)
    const payload = bytesBetween(bytes, at + 8, at + 8 + length)
    // Chunks begin at even places. The last one may lack its padding.
    const whole = bytes.subarray(at, at + 8 + length + (length % 2))
    chunks.push({ type: textAt(view, at, 4), payload, whole })
    at += 8 + length + (length % 2)
  }
  return chunks
}

const isSame = (a: Size, b: Size): boolean => a.width === b.width && a.height === b.height

const sizeMinusOne = (payload: Uint8Array, at: number): Size => ({
  width: 1 + (viewOf(payload).getUint32(at, true) & 0xffffff),
  height: 1 + (viewOf(payload).getUint32(at + 2, true) >>> 8),
})

const canvasOf = (payload: Uint8Array): Size => sizeMinusOne(payload, 4)

/** The size that the compressed picture itself declares. */
function frameSize({ type, payload }: Chunk): Size {
  const view = viewOf(payload)
  if (type === 'VP8 ') {
    if (!(payload[3] === 0x9d && payload[4] === 0x01 && payload[5] === 0x2a)) throw new ImageRefused('malformed')
    return { width: view.getUint16(6, true) & 0x3fff, height: view.getUint16(8, true) & 0x3fff }
  }
  if (type !== 'VP8L' || payload[0] !== 0x2f) throw new ImageRefused('malformed')
  const bits = view.getUint32(1, true)
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
}

/** A frame of an animation, which has chunks of its own. */
function cleanFrame(payload: Uint8Array, canvas: Size, count: CountParts): Uint8Array[] {
  const frame = sizeMinusOne(payload, 6)
  if (frame.width > canvas.width || frame.height > canvas.height) throw new ImageRefused('malformed')
  const chunks = chunksIn(bytesBetween(payload, frameHeaderLength, payload.length), count).filter(({ type }) =>
    ['ALPH', 'VP8 ', 'VP8L'].includes(type),
  )
  const pictures = chunks.filter(({ type }) => type !== 'ALPH')
  if (pictures.length !== 1 || !pictures.every((picture) => isSame(frameSize(picture), frame)))
    throw new ImageRefused('malformed')
  const inner = chunks.map(({ whole }) => whole)
  const length = inner.reduce((sum, piece) => sum + piece.length, frameHeaderLength)
  return [chunkHeader('ANMF', length), payload.subarray(0, frameHeaderLength), ...inner]
}

function withFlags(chunk: Uint8Array, orientation: number): Uint8Array {
  const copy = chunk.slice()
  const exif = orientation > 1 ? flags.exif : 0
  copy[8] = ((copy[8] ?? 0) & ~(flags.exif | flags.xmp)) | exif
  return copy
}

function chunkHeader(type: string, length: number): Uint8Array {
  const header = Uint8Array.of(...ascii(type), 0, 0, 0, 0)
  viewOf(header).setUint32(4, length, true)
  return header
}

const chunkOf = (type: string, payload: Uint8Array): Uint8Array =>
  Uint8Array.of(...chunkHeader(type, payload.length), ...payload)

const riff = (length: number): Uint8Array => Uint8Array.of(...chunkHeader('RIFF', 4 + length), ...ascii('WEBP'))
