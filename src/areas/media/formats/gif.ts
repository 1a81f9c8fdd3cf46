import {
  type Cleaned,
  expectDecodable,
  hasText,
  ImageRefused,
  partCounter,
  bytesBetween,
  Pieces,
  type Size,
  viewOf,
} from './image-parts.ts'

export const isGif = (file: Uint8Array): boolean => hasText(file, 0, 'GIF87a') || hasText(file, 0, 'GIF89a')

const trailer = 0x3b
const extension = 0x21
const image = 0x2c
const graphicControl = 0xf9
const application = 0xff

/** Keeps pictures, colours, timing and the number of loops. Comments, texts, XMP and other extensions are dropped. */
export function cleanGif(file: Uint8Array): Cleaned {
  const view = viewOf(file)
  const canvas = sizeAt(view, 6)
  expectDecodable(canvas)
  let at = 13 + colorTable(view.getUint8(10))
  const count = partCounter()
  const pieces = new Pieces()
  pieces.add(bytesBetween(file, 0, at))
  let hasImage = false
  for (let kind = view.getUint8(at); kind !== trailer; kind = view.getUint8(at)) {
    count()
    const start = at
    if (kind === extension) {
      const label = view.getUint8(at + 1)
      at = endOfBlocks(view, at + 2)
      const block = bytesBetween(file, start, at)
      if (label === graphicControl || (label === application && isLoop(block))) pieces.add(block)
    } else if (kind === image) {
      expectDecodable(sizeAt(view, at + 5))
      // The descriptor, its colours, the size of the codes, and the codes.
      at = endOfBlocks(view, at + 10 + colorTable(view.getUint8(at + 9)) + 1)
      pieces.add(bytesBetween(file, start, at))
      hasImage = true
    } else throw new ImageRefused('malformed')
  }
  if (!hasImage) throw new ImageRefused('malformed')
  return { type: 'image/gif', ...canvas, pieces: [...pieces.all, Uint8Array.of(trailer)] }
}

const sizeAt = (view: DataView, at: number): Size => ({
  width: view.getUint16(at, true),
  height: view.getUint16(at + 2, true),
})

/** Bytes of the colour table that these flags announce. */
const colorTable = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

function endOfBlocks(view: DataView, start: number): number {
  let at = start
  for (let length = view.getUint8(at); length > 0; length = view.getUint8(at)) at += 1 + length
  return at + 1
}

const isLoop = (block: Uint8Array): boolean => hasText(block, 3, 'NETSCAPE2.0') || hasText(block, 3, 'ANIMEXTS1.0')
