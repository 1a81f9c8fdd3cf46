import { describe, expect, test } from 'vitest'
import { cleanImage } from '../../../src/areas/media/image.ts'
import { ImageRefused, maxParts } from '../../../src/areas/media/formats/image-parts.ts'
import { others, sample, type SampleName, secret, withMetadata } from './samples.ts'

const all = [...withMetadata, ...others]

const joined = (pieces: readonly Uint8Array[]) => pieces.flatMap((piece) => [...piece])
const textOf = (bytes: Iterable<number>) => String.fromCharCode(...bytes)
const cleaned = (name: SampleName) => textOf(joined(cleanImage(sample(name)).pieces))

function problemOf(file: Uint8Array): string {
  try {
    cleanImage(file)
    return 'accepted'
  } catch (error) {
    if (error instanceof ImageRefused) return error.problem
    throw error
  }
}

/** The file with other bytes at a place. */
function changed(name: SampleName, at: number, ...bytes: readonly number[]): Uint8Array {
  const file = sample(name)
  file.set(bytes, at)
  return file
}

/** The PNG with a further chunk after its header. */
function pngWith(type: string, data: string): Uint8Array<ArrayBuffer> {
  const chunk = Uint8Array.from(`\0\0\0\0${type}${data}\0\0\0\0`, (character) => character.charCodeAt(0))
  new DataView(chunk.buffer).setUint32(0, data.length)
  const png = sample('png')
  return Uint8Array.of(...png.subarray(0, 33), ...chunk, ...png.subarray(33))
}

describe('a picture', () => {
  test.for(all)(
    '$name is recognized by its bytes, with the size at which it is shown',
    ({ name, type, width, height }) => {
      expect(cleanImage(sample(name))).toMatchObject({ type, width, height })
    },
  )

  test.for([
    [1, 6, 4],
    [4, 6, 4],
    [5, 4, 6],
    [8, 4, 6],
    [9, 6, 4],
  ] as const)('with the orientation %i is shown with %i × %i pixels', ([orientation, width, height]) => {
    // After the header of the EXIF data: their number, then a tag, a type and a count.
    for (const name of ['jpeg', 'png'] as const)
      expect(cleanImage(changed(name, textOf(sample(name)).indexOf('II*\0') + 18, orientation))).toMatchObject({
        width,
        height,
      })
  })

  test.for(withMetadata)('$name loses the place where it was taken, and who took it', ({ name }) => {
    expect(textOf(sample(name))).toContain(secret)
    expect(textOf(sample(name))).toMatch(/rdf:RDF|com.adobe.xmp/)
    const text = cleaned(name)
    expect(text).not.toContain(secret)
    expect(text).not.toMatch(/rdf:RDF|com.adobe.xmp/)
    // The EXIF data that is left has one entry, the orientation.
    for (const tiff of text.split('II*\0').slice(1)) expect(tiff.slice(4, 6)).toBe('\x01\0')
  })

  test.for(all)('$name is the same when it is cleaned again', ({ name, type, width, height }) => {
    const once = Uint8Array.from(joined(cleanImage(sample(name)).pieces))
    const twice = cleanImage(once.slice())
    expect(twice).toMatchObject({ type, width, height })
    expect(joined(twice.pieces)).toEqual([...once])
  })

  test('keeps the compressed data as it was', () => {
    const scan = textOf(sample('jpeg')).slice(textOf(sample('jpeg')).indexOf('\xff\xda'))
    expect(cleaned('jpeg').endsWith(scan)).toBe(true)
    const data = /IDAT.+$/s.exec(textOf(sample('png')))?.[0] ?? ''
    expect(cleaned('png').endsWith(data)).toBe(true)
  })

  test('loses what follows it, such as the video of a phone', () => {
    for (const { name } of [...others, ...withMetadata.filter(({ name }) => name !== 'avif')]) {
      const file = Uint8Array.of(...sample(name), ...new TextEncoder().encode(`ftypmp42 ${secret}`))
      expect(textOf(joined(cleanImage(file).pieces))).toBe(cleaned(name))
    }
  })

  test('loses metadata that an editor left in the file, and that nothing in it mentions any more', () => {
    const file = sample('avif')
    const whole = textOf(file)
    // The lengths of the EXIF data and of the XMP data become 0.
    for (const length of ['\0\0\x01\x1a', '\0\0\x01\x05'])
      file.fill(0, whole.indexOf(length, whole.indexOf('iloc')), whole.indexOf(length, whole.indexOf('iloc')) + 4)
    expect(textOf(joined(cleanImage(file).pieces))).not.toContain(secret)
  })

  test('loses comments', () => {
    const comment = [0xff, 0xfe, 0, 14, ...new TextEncoder().encode(secret)]
    const jpeg = sample('progressive')
    const withComment = Uint8Array.of(...jpeg.subarray(0, 2), ...comment, ...jpeg.subarray(2))
    expect(joined(cleanImage(withComment).pieces)).toEqual([...jpeg])
    const gif = sample('gif')
    const text = [0x21, 0xfe, secret.length, ...new TextEncoder().encode(secret), 0]
    const end = gif.length - 1
    const gifWithComment = Uint8Array.of(...gif.subarray(0, end), ...text, 0x3b)
    expect(joined(cleanImage(gifWithComment).pieces)).toEqual([...gif])
    expect(textOf(joined(cleanImage(pngWith('tEXt', `Comment\0${secret}`)).pieces))).toBe(cleaned('png'))
  })

  test('loses the thumbnail in a JFIF header, which may show what was cut away', () => {
    const plain = [...Uint8Array.from('JFIF\0\x01\x01\0\0\x01\0\x01', (character) => character.charCodeAt(0))]
    const [start, rest] = [sample('progressive').subarray(0, 2), sample('progressive').subarray(2)]
    const header = (...thumbnail: readonly number[]) => [0xff, 0xe0, 0, 14 + thumbnail.length, ...plain, ...thumbnail]
    const small = Uint8Array.of(...start, ...header(0, 0), ...rest)
    expect(joined(cleanImage(small.slice()).pieces)).toEqual([...small])
    const large = Uint8Array.of(...start, ...header(1, 1, 255, 0, 0), ...rest)
    expect(joined(cleanImage(large).pieces)).toEqual([...start, ...rest])
  })
})

describe('what is no picture', () => {
  test.for(all)('$name is refused wherever it is cut off', ({ name }) => {
    const file = sample(name)
    for (let length = 16; length < file.length; length++)
      expect(problemOf(file.slice(0, length)), String(length)).toMatch(/^(truncated|malformed)$/)
  })

  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  test.for([svg, `<?xml version="1.0"?>${svg}`, '<!doctype html><p>', '%PDF-1.7', 'BM6', '', '\xff'])(
    'is refused by its bytes: %s',
    (text) => {
      expect(problemOf(Uint8Array.from(text, (character) => character.charCodeAt(0)))).toBe('unknown_type')
    },
  )

  test('a picture that says it has more pixels than a device can show is refused before anything is decoded', () => {
    const huge = [0x00, 0x01, 0x11, 0x70] // 70,000
    const jpegFrame = textOf(sample('jpeg')).search(/\xff\xc0/)
    const gifFrame = textOf(sample('gif')).indexOf(',\0\0\0\0\x06\0\x04\0')
    const ispe = textOf(sample('avif')).indexOf('ispe')
    const files = {
      png: changed('png', 16, ...huge, 0, 0, 0, 4),
      'png of many pixels': changed('png', 16, 0, 0, 0x3a, 0x98, 0, 0, 0x3a, 0x98),
      jpeg: changed('jpeg', jpegFrame + 5, 0xff, 0xff, 0xff, 0xff),
      'png with such a frame': pngWith('fcTL', `\0\0\0\0${textOf([...huge, 0, 0, 0, 4])}${'\0'.repeat(14)}`),
      gif: changed('gif', 6, 0xff, 0xff, 0xff, 0xff),
      'gif with such a frame': changed('gif', gifFrame + 5, 0xff, 0xff, 0xff, 0xff),
      webp: changed('animatedWebp', 24, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff),
      avif: changed('avif', ispe + 8, ...huge, ...huge),
    }
    for (const [name, file] of Object.entries(files)) expect(problemOf(file), name).toBe('too_many_pixels')
  })

  test('a picture whose frames are larger than it says is refused', () => {
    // A canvas of two by two pixels, of two in width, and of two in height.
    for (const canvas of [
      changed('animatedWebp', 24, 1, 0, 0, 1, 0, 0),
      changed('animatedWebp', 24, 1, 0, 0),
      changed('animatedWebp', 27, 1, 0, 0),
    ])
      expect(problemOf(canvas)).toBe('malformed')
  })

  const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

  /** The file with this many small parts more, at a place where it may have them, and without what follows them. */
  function padded(name: SampleName, at: number, part: string, times: number) {
    const file = sample(name)
    const start = at + bytes(part).length * times
    const long = new Uint8Array(start + file.length - at)
    long.set(file.subarray(0, at))
    long.set(bytes(part.repeat(times)), at)
    long.set(file.subarray(at), start)
    return { whole: long, cut: long.slice(0, start) }
  }

  test.for([
    { what: 'chunks of a PNG', name: 'png', at: 33, part: '\0\0\0\0tEXt\0\0\0\0' },
    { what: 'chunks of a PNG that are kept', name: 'png', at: 33, part: '\0\0\0\0IDAT\0\0\0\0' },
    { what: 'segments of a JPEG', name: 'jpeg', at: 2, part: '\xff\xe2\0\x02' },
    { what: 'fill bytes of a JPEG', name: 'jpeg', at: 2, part: '\xff' },
    { what: 'blocks of a GIF', name: 'gif', at: 13 + 96, part: '\x21\xfe\0' },
    { what: 'boxes of an AVIF', name: 'avif', at: 28, part: '\0\0\0\x08free' },
  ] as const)('a file with too many $what is refused at the first one too many', ({ name, at, part }) => {
    expect(problemOf(padded(name, at, part, 10).cut)).toMatch(/^(truncated|malformed)$/)
    // An AVIF refers to its picture by a position, which moves.
    if (name !== 'avif') expect(problemOf(padded(name, at, part, maxParts - 100).whole)).toBe('accepted')
    // What comes later is not read any more.
    expect(problemOf(padded(name, at, part, maxParts + 1).cut)).toBe('too_many_parts')
  })

  test('so is one whose parts together have too many parts', () => {
    const webp = sample('animatedWebp')
    const start = textOf(webp).indexOf('ANMF')
    const frame = new Uint8Array(8 + 114 + 8 * 5000)
    frame.set(webp.subarray(start, start + 8 + 114))
    frame.set(bytes('junk\0\0\0\0'.repeat(5000)), 8 + 114)
    new DataView(frame.buffer).setUint32(4, frame.length - 8, true)
    const withFrames = (count: number) => {
      const file = new Uint8Array(start + frame.length * count)
      file.set(webp.subarray(0, start))
      for (let n = 0; n < count; n++) file.set(frame, start + n * frame.length)
      new DataView(file.buffer).setUint32(4, file.length - 8, true)
      return file
    }
    expect(problemOf(withFrames(3))).toBe('accepted')
    expect(problemOf(withFrames(4))).toBe('too_many_parts')
  })

  test.for([
    ['items', 'iloc', 10],
    ['places of an item', 'iloc', 20],
    ['pictures with properties', 'ipma', 8],
  ] as const)('so is an AVIF that says it has thousands of %s, before they are read', ([, box, offset]) => {
    const at = textOf(sample('avif')).indexOf(box) + offset
    expect(problemOf(changed('avif', at, 0xff, 0xff))).toBe('too_many_parts')
  })

  test('an AVIF says so among the first hundred brands that it names', () => {
    const named = (brands: number) => {
      const text = `abcd\0\0\0\0${'abcd'.repeat(brands)}avif`
      return Uint8Array.of(0, 0, 0x10, 0, ...bytes('ftyp'), ...bytes(text.padEnd(0x0ff8, 'abcd')))
    }
    expect(problemOf(named(50))).toBe('malformed')
    expect(problemOf(named(200))).toBe('unknown_type')
  })
})
