import { type Box, childrenOf, reader } from './boxes.ts'
import { type CountParts, ImageRefused, type Size } from './image-parts.ts'

/** A picture or other data in the file, with the places of its bytes. */
export type Item = {
  readonly id: number
  readonly type: string
  readonly extents: readonly { readonly start: number; readonly end: number }[]
}

function boxOf(boxes: readonly Box[], type: string): Box {
  const box = boxes.find((each) => each.type === type)
  if (!box) throw new ImageRefused('malformed')
  return box
}

export function primaryItem(file: Uint8Array, children: readonly Box[]): number {
  const read = reader(file, boxOf(children, 'pitm'))
  const version = read.number(4) >>> 24
  return read.number(version === 0 ? 2 : 4)
}

export function itemsIn(file: Uint8Array, children: readonly Box[], count: CountParts): Item[] {
  const types = typesOf(file, boxOf(children, 'iinf'), count)
  const read = reader(file, boxOf(children, 'iloc'))
  const version = read.number(4) >>> 24
  const sizes = read.number(2)
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15]
  const indexSize = version > 0 ? sizes & 15 : 0
  const wide = version < 2 ? 2 : 4
  const inMeta = children.find(({ type }) => type === 'idat')?.content
  return Array.from({ length: counted(read.number(wide), count) }, () => {
    const id = read.number(wide)
    const isInMeta = version > 0 && (read.number(2) & 15) === 1
    // Data of another file cannot be checked.
    if (read.number(2) !== 0 || (isInMeta && inMeta === undefined)) throw new ImageRefused('malformed')
    const base = read.number(baseSize) + (isInMeta ? (inMeta ?? 0) : 0)
    const extents = Array.from({ length: counted(read.number(2), count) }, () => {
      read.number(indexSize)
      const start = base + read.number(offsetSize)
      return { start, end: start + read.number(lengthSize) }
    })
    return { id, type: types.get(id) ?? '', extents }
  })
}

/** What a list says it has, counted before any of it is read. */
function counted(length: number, count: CountParts): number {
  count(length)
  return length
}

function typesOf(file: Uint8Array, iinf: Box, count: CountParts): Map<number, string> {
  const version = reader(file, iinf).number(4) >>> 24
  return new Map(
    childrenOf(file, iinf, count, version === 0 ? 6 : 8).map((entry) => {
      const read = reader(file, entry)
      const wide = read.number(4) >>> 24 === 2 ? 2 : 4
      const id = read.number(wide)
      read.number(2)
      return [id, read.text(4)]
    }),
  )
}

/** The sizes of all pictures in the file, and how the primary one is shown. */
export function propertiesOf(file: Uint8Array, children: readonly Box[], primary: number, count: CountParts) {
  const iprp = childrenOf(file, boxOf(children, 'iprp'), count)
  const properties = childrenOf(file, boxOf(iprp, 'ipco'), count).map((box) => ({
    type: box.type,
    read: reader(file, box),
  }))
  const known = properties.map(({ type, read }) => {
    if (type === 'irot') return { isOnItsSide: read.number(1) % 2 === 1 }
    if (type !== 'ispe') return {}
    read.number(4)
    return { size: { width: read.number(4), height: read.number(4) } }
  })
  const ofPrimary: { size?: Size; isOnItsSide?: boolean } = {}
  for (const index of indexesOf(file, boxOf(iprp, 'ipma'), primary, count)) Object.assign(ofPrimary, known[index - 1])
  return { sizes: known.flatMap(({ size }) => size ?? []), ofPrimary }
}

/** Which properties an item has. They are numbered from 1. */
function indexesOf(file: Uint8Array, ipma: Box, item: number, count: CountParts): number[] {
  const read = reader(file, ipma)
  const header = read.number(4)
  const isWide = (header & 1) === 1
  for (let entries = counted(read.number(4), count); entries > 0; entries--) {
    const id = read.number(header >>> 24 === 0 ? 2 : 4)
    const indexes = Array.from({ length: read.number(1) }, () =>
      isWide ? read.number(2) & 0x7fff : read.number(1) & 0x7f,
    )
    if (id === item) return indexes
  }
  return []
}
