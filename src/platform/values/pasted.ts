import * as z from 'zod'

// Text that is copied from a chat, a web page or a spreadsheet brings characters that nobody sees: direction marks, zero-width
// spaces, byte order marks, soft hyphens. Whatever is compared or searched for is cleaned of them before it is checked.

/** Without invisible marks, and without surrounding white space: an identifier, a phone number or a code. */
export const withoutMarks = (text: string): string => text.replace(/\p{Default_Ignorable_Code_Point}/gu, '').trim()

// Persian joins and separates letters with U+200C and U+200D; emoji need these, variation selectors and, in flags, tag characters.
const strayMarks = /(?!\u200c|\u200d|[\ufe00-\ufe0f]|[\u{e0020}-\u{e007f}])\p{Default_Ignorable_Code_Point}/gu

const visible = /[^\s\p{Default_Ignorable_Code_Point}]/u

const shapesEmoji = /[\ufe00-\ufe0f]|[\u{e0020}-\u{e007f}]/u

/** Without the invisible marks that do not shape words or emoji: a tag or a search. */
export function withoutStrayMarks(text: string): string {
  const characters = Array.from(text.replace(strayMarks, ''))
  const last = characters.findLastIndex((character) => visible.test(character))
  const start = characters.findIndex((character) => visible.test(character))
  let end = last + 1
  while (shapesEmoji.test(characters[end] ?? '')) end += 1
  return characters.slice(Math.max(start, 0), end).join('')
}

/** What identifies something: a SKU, an external id, a tracking number, a discount code. Its spelling is kept. */
export const Identifier = (maxLength: number) => z.string().overwrite(withoutMarks).min(1).max(maxLength)

/** Words that are compared loosely or searched for. */
export const Phrase = (maxLength: number) => z.string().overwrite(withoutStrayMarks).min(1).max(maxLength)

export const Tag = Phrase(64)
