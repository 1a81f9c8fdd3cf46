import * as z from 'zod'

// Text that is copied from a chat, a web page or a spreadsheet brings characters that nobody sees: direction marks, zero-width
// spaces, byte order marks, soft hyphens. Whatever is compared or searched for is cleaned of them before it is checked.

/** Without invisible marks, and without surrounding white space: an identifier, a phone number or a code. */
export const withoutMarks = (text: string): string => text.replace(/\p{Default_Ignorable_Code_Point}/gu, '').trim()

// Persian joins and separates letters with U+200C and U+200D; emoji need these and variation selectors.
const strayMarks = /(?!\u200c|\u200d|[\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}/gu

const visible = /[^\s\p{Default_Ignorable_Code_Point}]/u

/** Without the invisible marks that do not shape words or emoji, and with none at either end: a tag or a search. */
export function withoutStrayMarks(text: string): string {
  const kept = text.replace(strayMarks, '')
  const start = kept.search(visible)
  if (start < 0) return ''
  let end = kept.length
  while (!visible.test(kept.charAt(end - 1))) end -= 1
  return kept.slice(start, end)
}

/** What identifies something: a SKU, an external id, a tracking number, a discount code. Its spelling is kept. */
export const Identifier = (maxLength: number) => z.string().overwrite(withoutMarks).min(1).max(maxLength)

/** Words that are compared loosely or searched for. */
export const Phrase = (maxLength: number) => z.string().overwrite(withoutStrayMarks).min(1).max(maxLength)

export const Tag = Phrase(64)
