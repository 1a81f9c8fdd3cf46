import { refused, ServiceError } from '../../platform/errors/errors.ts'
import { cleanAvif, isAvif } from './formats/avif.ts'
import { type Cleaned, type ImageProblem, ImageRefused, maxParts, maxPixels, maxSide } from './formats/image-parts.ts'
import { cleanGif, isGif } from './formats/gif.ts'
import { cleanJpeg, isJpeg } from './formats/jpeg.ts'
import { cleanPng, isPng } from './formats/png.ts'
import { cleanWebp, isWebp } from './formats/webp.ts'

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

export const maxFileBytes = 20 * 1024 * 1024

/** A picture to be stored, without metadata. */
export class Image {
  readonly cleaned: Cleaned
  readonly bytes: number
  /** Of the pieces together, as hex. */
  readonly sha256: string

  constructor(cleaned: Cleaned, sha256: string) {
    this.cleaned = cleaned
    this.bytes = cleaned.pieces.reduce((sum, piece) => sum + piece.length, 0)
    this.sha256 = sha256
  }

  /** For the hash of the request, which tells a retry from another request. */
  toJSON(): string {
    return this.sha256
  }
}

const words: Readonly<Record<Exclude<ImageProblem, 'unknown_type'>, string>> = {
  truncated: 'The file is incomplete. Upload it again.',
  malformed: 'The file is damaged, or its parts contradict each other. Export it again from a picture editor.',
  too_many_pixels: `The picture must be at most ${maxSide} pixels wide and high, and have at most ${maxPixels / 1e6} million pixels.`,
  too_many_parts: `The file must have at most ${maxParts} parts. Export it again from a picture editor.`,
  animated_avif:
    'The metadata of an animated AVIF, such as the place where it was taken, cannot be removed. Send it as an animated WebP or GIF.',
}

/** Recognizes the picture by its bytes and removes its metadata. `claimed`: what the sender says it is. May change `file`. */
export async function openImage(file: Uint8Array, claimed: string | null = null): Promise<Image> {
  const cleaned = cleanedOrRefused(file)
  const said = claimed?.replace('image/jpg', 'image/jpeg')
  if (said?.startsWith('image/') && said !== cleaned.type)
    throw new ServiceError(
      'unsupported_media_type',
      `The file is ${cleaned.type}, but was sent as ${said}. Send it with Content-Type: ${cleaned.type}.`,
    )
  return new Image(cleaned, await digestOf(cleaned.pieces))
}

function cleanedOrRefused(file: Uint8Array): Cleaned {
  try {
    return cleanImage(file)
  } catch (error) {
    if (!(error instanceof ImageRefused)) throw error
    const { problem } = error
    if (problem === 'unknown_type')
      throw new ServiceError(
        'unsupported_media_type',
        'Send a JPEG, PNG, WebP, AVIF or GIF file. SVG is refused, because it can contain scripts.',
      )
    throw refused('invalid_image', [{ pointer: '', code: problem, detail: words[problem] }])
  }
}

async function digestOf(pieces: readonly Uint8Array[]): Promise<string> {
  const stream = new crypto.DigestStream('SHA-256')
  const writer = stream.getWriter()
  for (const piece of pieces) await writer.write(piece)
  await writer.close()
  return new Uint8Array(await stream.digest).toHex()
}
