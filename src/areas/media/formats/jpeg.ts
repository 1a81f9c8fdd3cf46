import {
  ascii,
  type Cleaned,
  expectDecodable,
  hasText,
  ImageRefused,
  bytesBetween,
  partCounter,
  Pieces,
  type Size,
  viewOf,
} from './image-parts.ts'
import { exifWith, orientationIn, turned } from './orientation.ts'

export const isJpeg = (file: Uint8Array): boolean => file[0] === 0xff && file[1] === 0xd8 && file[2] === 0xff

const endOfImage = 0xd9
const startOfScan = 0xda

/**
 * Keeps the picture with its colour profile, and drops everything else: EXIF, XMP, IPTC, thumbnails, comments, and what
 * follows the picture, which phones use for videos and for further pictures with EXIF data of their own.
 */
export function cleanJpeg(file: Uint8Array): Cleaned {
  const view = viewOf(file)
  const count = partCounter()
  const kept = new Pieces()
  let size: Size | undefined
  let orientation = 1
  let hasScan = false
  let at = 2
  for (;;) {
    count()
    if (view.getUint8(at) !== 0xff) throw new ImageRefused('malformed')
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      // A fill byte.
      at += 1
      continue
    }
    if (marker === endOfImage) break
    if (marker < 0xc0 || isRestart(marker)) throw new ImageRefused('malformed')
    const length = view.getUint16(at + 2)
    if (length < 2) throw new ImageRefused('malformed')
    const segment = bytesBetween(file, at, at + 2 + length)
    at += segment.length
    if (marker === 0xe1 && hasText(segment, 4, 'Exif\0\0')) orientation = orientationIn(segment.subarray(4))
    if (isFrame(marker)) {
      size = { height: viewOf(segment).getUint16(5), width: viewOf(segment).getUint16(7) }
      expectDecodable(size)
    }
    if (isKept(marker, segment)) kept.add(segment)
    if (marker === startOfScan) {
      const end = endOfScan(file, at)
      kept.add(file.subarray(at, end))
      hasScan = true
      at = end
    }
  }
  if (!size || !hasScan) throw new ImageRefused('malformed')
  const upright = orientation === 1 ? [] : [exifSegment(orientation)]
  const pieces = [file.subarray(0, 2), ...upright, ...kept.all, file.subarray(at, at + 2)]
  return { type: 'image/jpeg', ...turned(size, orientation), pieces }
}

const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd8

/** SOF0 to SOF15, without DHT, JPG and DAC, which lie between them. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function isKept(marker: number, segment: Uint8Array): boolean {
  // A longer JFIF header has a thumbnail.
  if (marker === 0xe0) return segment.length === 18 && hasText(segment, 4, 'JFIF\0')
  if (marker === 0xe2) return hasText(segment, 4, 'ICC_PROFILE\0')
  // Says how the colours are stored.
  if (marker === 0xee) return hasText(segment, 4, 'Adobe')
  return marker < 0xe0
}

/** Where the compressed data of a scan ends: before the next marker. */
function endOfScan(file: Uint8Array, start: number): number {
  // Not file.indexOf: a call for every 0xff of a file that has millions of them takes long.
  for (let at = start; at < file.length - 1; at++) {
    if (file[at] !== 0xff) continue
    const next = file[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  throw new ImageRefused('truncated')
}

function exifSegment(orientation: number): Uint8Array {
  const exif = exifWith(orientation)
  return Uint8Array.of(0xff, 0xe1, 0, exif.length + 8, ...ascii('Exif\0\0'), ...exif)
}
