import { type CountParts, ImageRefused, textAt, viewOf } from './image-parts.ts'

/** A box of the ISO base media file format (ISO/IEC 14496-12): where it starts, where its content starts, where it ends. */
export type Box = { readonly type: string; readonly start: number; readonly content: number; readonly end: number }

export function boxesIn(file: Uint8Array, start: number, end: number, count: CountParts): Box[] {
  const view = viewOf(file)
  const boxes: Box[] = []
  for (let at = start; at < end;) {
    count()
    const short = view.getUint32(at)
    const isLong = short === 1
    const length = isLong ? Number(view.getBigUint64(at + 8)) : short === 0 ? end - at : short
    const content = at + (isLong ? 16 : 8)
    if (at + length > end) throw new ImageRefused('truncated')
    if (at + length < content) throw new ImageRefused('malformed')
    boxes.push({ type: textAt(view, at + 4, 4), start: at, content, end: at + length })
    at += length
  }
  return boxes
}

/** The boxes inside a box, after the bytes of its own header. */
export const childrenOf = (file: Uint8Array, { content, end }: Box, count: CountParts, header = 0): Box[] =>
  boxesIn(file, content + header, end, count)

/** Reads numbers from a box, one after another. */
export function reader(file: Uint8Array, { content, end }: Box) {
  const view = viewOf(file.subarray(0, end))
  let at = content
  return {
    /** An unsigned number of 0, 1, 2, 4 or 8 bytes. */
    number(bytes: number): number {
      let value = 0
      for (let n = 0; n < bytes; n++) value = value * 256 + view.getUint8(at++)
      return value
    },
    text(length: number): string {
      at += length
      return textAt(view, at - length, length)
    },
  }
}
