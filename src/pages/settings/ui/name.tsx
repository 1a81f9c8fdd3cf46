// Control characters, direction overrides and zero-width characters.
const invisible = /[\p{Cc}\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu

const characters = new Intl.Segmenter('en')

const charactersOf = (text: string) => Array.from(characters.segment(text), ({ segment }) => segment)

/** User text on one line, without characters that could disguise it. */
export function plainName(text: string, maxLength = 100): string {
  const plain = text.replace(invisible, ' ').replace(/\s+/g, ' ').trim()
  const all = charactersOf(plain)
  return all.length > maxLength ? `${all.slice(0, maxLength - 1).join('')}…` : plain
}

export const initialOf = (text: string): string => charactersOf(plainName(text))[0]?.toUpperCase() ?? '?'

/** A user's text, isolated so that its direction does not affect the sentence around it. */
export const Name = ({ text, maxLength }: { text: string; maxLength?: number }) => (
  <bdi>{plainName(text, maxLength)}</bdi>
)
