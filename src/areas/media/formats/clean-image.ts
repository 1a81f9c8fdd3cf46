import { cleanAvif, isAvif } from './avif.ts'
import { type Cleaned, ImageRefused } from './cleaned.ts'
import { cleanGif, isGif } from './gif.ts'
import { cleanJpeg, isJpeg } from './jpeg.ts'
import { cleanPng, isPng } from './png.ts'
import { cleanWebp, isWebp } from './webp.ts'

const formats = [
  { is: isJpeg, clean: cleanJpeg },
  { is: isPng, clean: cleanPng },
  { is: isWebp, clean: cleanWebp },
  { is: isAvif, clean: cleanAvif },
  { is: isGif, clean: cleanGif },
] as const

/**
 * Recognizes an image by its bytes, reads its size, and removes metadata such as the place where it was taken. Nothing is
 * decoded or compressed again. May change `file`. Throws ImageRefused.
 */
export function cleanImage(file: Uint8Array): Cleaned {
  const format = formats.find(({ is }) => is(file))
  if (!format) throw new ImageRefused('unknown_type')
  try {
    return format.clean(file)
  } catch (error) {
    if (error instanceof RangeError) throw new ImageRefused('truncated')
    throw error
  }
}
