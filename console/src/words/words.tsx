import { createContext, use } from 'react'
import type { Words } from './en.ts'
import type { Language } from './plural.ts'

export type { Language, Words }

/** Each language loads alone. */
export const load: Readonly<Record<Language, () => Promise<Words>>> = {
  en: async () => (await import('./en.ts')).en,
  ar: async () => (await import('./ar.ts')).ar,
}

type Spoken = { readonly language: Language; readonly words: Words }

export const WordsContext = createContext<Spoken | null>(null)

function useSpoken(): Spoken {
  const spoken = use(WordsContext)
  if (!spoken) throw new Error('outside of WordsContext')
  return spoken
}

export const useWords = (): Words => useSpoken().words

export const useLanguage = (): Language => useSpoken().language

/** The language that the Worker wrote into the page. */
export const pageLanguage = (): Language => (document.documentElement.lang === 'ar' ? 'ar' : 'en')

/** The address that shows this page in the other language: the Worker remembers it in a cookie that scripts cannot read. */
export function inOtherLanguage(language: Language): string {
  const url = new URL(location.href)
  url.searchParams.set('language', language === 'en' ? 'ar' : 'en')
  return url.pathname + url.search
}

/** The text of a value that the service sent, or the value itself, for values that are newer than this console. */
export const nameOf = (texts: Readonly<Record<string, string>>, value: string): string =>
  Object.hasOwn(texts, value) ? (texts[value] ?? value) : value
