import { parseAccept } from 'hono/utils/accept'
import { type Language, languageNamed } from '../values/language.ts'

/** RFC 9110 section 12.5.4, with RFC 4647 lookup: `ar-KW` asks for Arabic. */
export const acceptedLanguage = (header = ''): Language =>
  parseAccept(header)
    .filter(({ q }) => q > 0)
    .map(({ type }) => languageNamed(type.toLowerCase().split('-')[0]))
    .find((language) => language !== undefined) ?? 'en'
