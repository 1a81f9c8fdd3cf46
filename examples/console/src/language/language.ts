import { ar } from './ar.ts'
import { en, type Word } from './en.ts'

export type Language = 'en' | 'ar'

const words: Readonly<Record<Language, Readonly<Record<Word, string>>>> = { en, ar }
const storedIn = 'language'

const preferred = (): Language =>
  localStorage.getItem(storedIn) === 'ar' ||
  (localStorage.getItem(storedIn) === null && /^ar\b/.test(navigator.language))
    ? 'ar'
    : 'en'

let language: Language = preferred()
let changed = () => {}

/** Sets the language and direction of the page. */
export function applyLanguage(): Language {
  document.documentElement.lang = language
  document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr'
  document.title = text('title')
  return language
}

export function onLanguageChange(listener: () => void): void {
  changed = listener
}

export const otherLanguage = (): Language => (language === 'ar' ? 'en' : 'ar')

export function switchLanguage(): void {
  language = otherLanguage()
  localStorage.setItem(storedIn, language)
  changed()
}

/** A text in the language of the page. {name} is replaced by the value of that name. */
export function text(word: Word, values: Readonly<Record<string, string | number>> = {}): string {
  return words[language][word].replaceAll(/\{(\w+)\}/g, (_whole, name: string) => String(values[name] ?? ''))
}

/** The text of a value of the service, such as a status. Values that the console does not know are shown as words. */
export function textOf(prefix: string, value: string): string {
  const word = `${prefix}.${value}`
  const known = Object.entries(words[language]).find(([name]) => name === word)?.[1]
  return known ?? humanized(value)
}

const humanized = (value: string) => {
  const spaced = value.replaceAll(/[_.]/g, ' ')
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

// Latin digits in both languages, as in the shops' own numbers and SKUs.
const locale = () => (language === 'ar' ? 'ar-u-nu-latn' : 'en')

// An isolate, which keeps amounts and percentages from left to right within Arabic text.
const leftToRight = (written: string) => `\u2066${written}\u2069`

export const money = (amount: number, currency: string): string =>
  leftToRight(
    new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(amount),
  )

export const isEnglish = (): boolean => language === 'en'

export const count = (value: number): string => new Intl.NumberFormat(locale()).format(value)

/** A fraction, such as 0.125, as a percentage with its sign. */
export const change = (fraction: number): string =>
  leftToRight(new Intl.NumberFormat('en', { style: 'percent', signDisplay: 'exceptZero' }).format(fraction))

let timeZone: string | undefined

/** Times are those of the store, wherever the browser is. */
export function showTimesIn(zone: string | undefined): void {
  timeZone = zone
}

export const dateTime = (time: string): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(time))

/** The day that a local time such as 2026-11-22T00:00:00+03:00 names, whatever the browser's time zone. */
export const day = (localTime: string): string =>
  new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(`${localTime.slice(0, 10)}T00:00:00Z`),
  )
