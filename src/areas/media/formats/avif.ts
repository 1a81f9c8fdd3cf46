import {
  ascii,
  type Cleaned,
  type CountParts,
  expectDecodable,
  hasText,
  ImageRefused,
  partCounter,
  type Size,
} from './image-parts.ts'
import { type Box, boxesIn, childrenOf } from './boxes.ts'
import { type Item, itemsIn, primaryItem, propertiesOf } from './avif-items.ts'

// Files name about five.
const maxBrandBytes = 400

export const isAvif = (file: Uint8Array): boolean => {
  if (!hasText(file, 4, 'ftyp')) return false
  const end = Math.min(file.length, new DataView(file.buffer, file.byteOffset).getUint32(0), maxBrandBytes)
  for (let at = 8; at + 4 <= end; at += 4)
    if (at !== 12 && (hasText(file, at, 'avif') || hasText(file, at, 'avis'))) return true
  return false
}

const pictures = ['av01', 'grid', 'iovl', 'tmap', 'iden']
const structure = ['hdlr', 'pitm', 'iinf', 'iloc', 'iprp', 'iref', 'idat', 'grpl', 'dinf']

/**
 * Overwrites EXIF data, XMP and everything else that is not a picture with zeros. Its place stays, because the file refers to
 * pictures by their positions.
 */
export function cleanAvif(file: Uint8Array): Cleaned {
  const count = partCounter()
  const top = boxesIn(file, 0, file.length, count)
  if (top.some(({ type }) => type === 'moov')) throw new ImageRefused('animated_avif')
  const meta = top.find(({ type }) => type === 'meta')
  if (!meta) throw new ImageRefused('malformed')
  const children = childrenOf(file, meta, count, 4)
  const items = itemsIn(file, children, count)
  const size = sizeOf(file, children, count)
  for (const item of items) if (pictures.includes(item.type)) expectComplete(file, item)

  const others = items.filter(({ type }) => !pictures.includes(type)).flatMap(({ extents }) => extents)
  // Together they cannot be larger than the file, unless they overlap to cost time.
  if (others.reduce((sum, { start, end }) => sum + end - start, 0) > file.length) throw new ImageRefused('malformed')
  for (const { start, end } of others) file.fill(0, start, end)
  for (const box of top) if (box !== meta && !['ftyp', 'mdat'].includes(box.type)) blank(file, box)
  for (const box of children) if (!structure.includes(box.type)) blank(file, box)
  const shown = joined(
    items.filter(({ type }) => pictures.includes(type)).flatMap(({ extents }) => extents),
    file.length,
  )
  for (const data of [top.filter(({ type }) => type === 'mdat'), children.filter(({ type }) => type === 'idat')])
    blankBetween(file, data, shown)
  return { type: 'image/avif', ...size, pieces: [file] }
}

function sizeOf(file: Uint8Array, children: readonly Box[], count: CountParts): Size {
  const { sizes, ofPrimary } = propertiesOf(file, children, primaryItem(file, children), count)
  for (const each of sizes) expectDecodable(each)
  if (!ofPrimary.size) throw new ImageRefused('malformed')
  const { width, height } = ofPrimary.size
  return ofPrimary.isOnItsSide ? { width: height, height: width } : { width, height }
}

function expectComplete(file: Uint8Array, { extents }: Item): void {
  if (extents.length === 0) throw new ImageRefused('malformed')
  if (extents.some(({ end }) => end > file.length)) throw new ImageRefused('truncated')
}

type Extent = Item['extents'][number]

/** The places in their order, without overlaps. One without a length is the rest of the file. */
function joined(extents: readonly Extent[], fileLength: number): Extent[] {
  const all: { start: number; end: number }[] = []
  for (const { start, end } of extents.toSorted((a, b) => a.start - b.start)) {
    const last = all.at(-1)
    const actualEnd = end === start ? fileLength : end
    if (last && start <= last.end) last.end = Math.max(last.end, actualEnd)
    else all.push({ start, end: actualEnd })
  }
  return all
}

/** Overwrites what lies in these boxes, which follow each other, outside the pictures: some editors only forget where it is. */
function blankBetween(file: Uint8Array, boxes: readonly Box[], shown: readonly Extent[]): void {
  let next = 0
  for (const { content, end } of boxes) {
    let at = content
    for (; at < end; next++) {
      const picture = shown[next]
      file.fill(0, at, Math.max(at, Math.min(picture?.start ?? end, end)))
      at = Math.max(at, picture?.end ?? end)
      // The next box may have the rest of it.
      if (!picture || picture.end > end) break
    }
  }
}

/** Turns a box into empty space. */
function blank(file: Uint8Array, { start, content, end }: Box): void {
  file.set(ascii('free'), start + 4)
  file.fill(0, content, end)
}
