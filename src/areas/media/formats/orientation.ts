import { hasText, type Size, viewOf } from './image-parts.ts'

const tag = 0x0112

/**
 * How a picture has to be turned to be shown upright: 1 to 8, as in EXIF. It is the only thing that is kept of the EXIF data:
 * without it, photos of phones would lie on their side.
 */
export function orientationIn(exif: Uint8Array): number {
  const tiff = hasText(exif, 0, 'Exif\0\0') ? exif.subarray(6) : exif
  try {
    const view = viewOf(tiff)
    const little = hasText(tiff, 0, 'II')
    const start = view.getUint32(4, little)
    const count = view.getUint16(start, little)
    for (let at = start + 2; at < start + 2 + count * 12; at += 12)
      if (view.getUint16(at, little) === tag) {
        const value = view.getUint16(at + 8, little)
        return value >= 1 && value <= 8 ? value : 1
      }
  } catch (error) {
    // Damaged metadata says nothing. The picture itself may be fine.
    if (!(error instanceof RangeError)) throw error
  }
  return 1
}

/** EXIF data (TIFF, little-endian) with the orientation and nothing else. */
export const exifWith = (orientation: number): Uint8Array =>
  // Header, then one entry: its tag, type SHORT, one value.
  Uint8Array.of(0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0)

/** The size of the picture as it is shown. */
export const turned = ({ width, height }: Size, orientation: number): Size =>
  orientation >= 5 ? { width: height, height: width } : { width, height }
