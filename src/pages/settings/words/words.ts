import { type Child, createContext, useContext } from 'hono/jsx'
import type { Language } from '../../../platform/values/language.ts'
import { ar } from './ar.ts'
import { en } from './en.ts'
import { type Formats, formats } from './formats.ts'

/** All texts of the pages. Texts with parameters are functions. */
export type Words = typeof en

/** The same keys, and functions with the same parameters. The compiler would accept fewer. */
type Translated<English, Other> = {
  readonly [Key in keyof English | keyof Other]: Key extends keyof English
    ? TranslatedEntry<English[Key], Key extends keyof Other ? Other[Key] : undefined>
    : never
}

type TranslatedEntry<English, Other> = English extends (...parameters: infer Wanted) => unknown
  ? Other extends (...parameters: infer Taken) => unknown
    ? [Wanted, Taken] extends [Taken, Wanted]
      ? Other
      : never
    : never
  : English extends string | Promise<string>
    ? Child
    : Translated<English, Other>

const words: Readonly<Record<Language, Words>> = { en, ar: ar satisfies Translated<Words, typeof ar> }

/** For routes, which know the language of the request (`c.var.language`). */
export const wordsIn = (language: Language): Words => words[language]

export const formatsIn = (language: Language): Formats => formats[language]

/** The language that a page is shown in. */
export const LanguageContext = createContext<Language>('en')

/** For components. */
export const useWords = (): Words => wordsIn(useContext(LanguageContext))

/** For components: numbers, money and dates. */
export const useFormats = (): Formats => formatsIn(useContext(LanguageContext))
