import {
  ascii,
  type Cleaned,
  expectDecodable,
  ImageRefused,
  bytesBetween,
  partCounter,
  Pieces,
  type Size,
  textAt,
  viewOf,
} from './image-parts.ts'
import { exifWith, orientationIn, turned } from './orientation.ts'

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

export const isPng = (file: Uint8Array): boolean => signature.every((byte, at) => file[at] === byte)

/** The picture, its colours, and animation (APNG). Texts, EXIF data, times and unknown chunks are dropped. */
const kept = new Set(
  'PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT acTL fcTL fdAT'.split(' '),
)

export function cleanPng(file: Uint8Array): Cleaned {
  const view = viewOf(file)
  const count = partCounter()
  const chunks = new Pieces()
  let header: Uint8Array = file
  let size: Size | undefined
  let orientation = 1
  let hasData = false
  for (let at = signature.length; ;) {
    count()
    const length = view.getUint32(at)
    const type = textAt(view, at + 4, 4)
    // Length, type and checksum take 12 bytes.
    const chunk = bytesBetween(file, at, at + 12 + length)
    at += chunk.length
    if (!/^[A-Za-z]{4}$/.test(type) || (size === undefined) !== (type === 'IHDR')) throw new ImageRefused('malformed')
    if (type === 'IHDR') {
      header = file.subarray(0, at)
      size = sizeAt(chunk, 8)
      expectDecodable(size)
    }
    hasData ||= type === 'IDAT'
    if (type === 'fcTL') expectDecodable(sizeAt(chunk, 12))
    if (type === 'eXIf') orientation = orientationIn(chunk.subarray(8, -4))
    if (kept.has(type)) chunks.add(chunk)
    // An upper-case first letter: the picture cannot be shown without it.
    else if (type !== 'IHDR' && /^[A-Z]/.test(type)) throw new ImageRefused('malformed')
    if (type === 'IEND') break
  }
  if (!size || !hasData) throw new ImageRefused('malformed')
  const upright = orientation === 1 ? [] : [exifChunk(orientation)]
  return { type: 'image/png', ...turned(size, orientation), pieces: [header, ...upright, ...chunks.all] }
}

const sizeAt = (chunk: Uint8Array, at: number): Size => ({
  width: viewOf(chunk).getUint32(at),
  height: viewOf(chunk).getUint32(at + 4),
})

function exifChunk(orientation: number): Uint8Array {
  const exif = exifWith(orientation)
  const body = Uint8Array.of(...ascii('eXIf'), ...exif)
  const chunk = Uint8Array.of(0, 0, 0, exif.length, ...body, 0, 0, 0, 0)
  viewOf(chunk).setUint32(chunk.length - 4, checksum(body))
  return chunk
}

/** CRC-32 (ISO 3309). */
function checksum(bytes: Uint8Array): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}
