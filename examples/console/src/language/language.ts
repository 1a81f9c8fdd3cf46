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

export const money = (amount: number, currency: string): string =>
  new Intl.NumberFormat(locale(), { style: 'currency', currency }).format(amount)

export const count = (value: number): string => new Intl.NumberFormat(locale()).format(value)

/** A fraction, such as 0.125, as a percentage with its sign. */
export const change = (fraction: number): string =>
  new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' }).format(
    fraction,
  )

export const dateTime = (time: string): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time))

/** The day that a local time such as 2026-11-22T00:00:00+03:00 names, whatever the browser's time zone. */
export const day = (localTime: string): string =>
  new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(`${localTime.slice(0, 10)}T00:00:00Z`),
  )

/** Decimals of a currency's amounts. */
export const decimals = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
