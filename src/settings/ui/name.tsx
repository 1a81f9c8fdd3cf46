// Control characters, and what turns the direction of the text around it or cannot be seen at all.
const invisible = /[\p{Cc}\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu

const characters = new Intl.Segmenter('en')

const charactersOf = (text: string) => Array.from(characters.segment(text), ({ segment }) => segment)

/** One line of what somebody typed, as safe to read as any text of ours. */
export function plainName(text: string, most = 100): string {
  const plain = text.replace(invisible, ' ').replace(/\s+/g, ' ').trim()
  const shown = charactersOf(plain)
  return shown.length > most ? `${shown.slice(0, most - 1).join('')}…` : plain
}

export const initialOf = (text: string): string => charactersOf(plainName(text))[0]?.toUpperCase() ?? '?'

/** A name somebody gave, in whatever script: it keeps its own direction and leaves that of the sentence alone. */
export const Name = ({ text, most }: { text: string; most?: number }) => <bdi>{plainName(text, most)}</bdi>
