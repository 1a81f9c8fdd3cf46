import type { Language } from '../words/plural.ts'

const formats = new Map<Language, Intl.DisplayNames>()

/** The name of a country in a language, or its code if that is none. */
export function countryName(code: string, language: Language): string {
  const format = formats.get(language) ?? new Intl.DisplayNames(language, { type: 'region' })
  formats.set(language, format)
  // What is no code at all is refused by the format, and an address can say anything.
  return /^[A-Z]{2}$/i.test(code) ? (format.of(code.toUpperCase()) ?? code) : code
}
