import type { Language } from '../../../platform/values/language.ts'

type Locales = {
  readonly numbers: string
  readonly dates: string
  /** Keeps what is read from left to right apart from the text around it. */
  readonly isolate: (text: string) => string
}

// Latin digits in both languages, as in the stores' own prices, SKUs and phone numbers.
const locales: Readonly<Record<Language, Locales>> = {
  en: { numbers: 'en', dates: 'en-GB', isolate: (text) => text },
  ar: { numbers: 'ar-u-nu-latn', dates: 'ar-u-nu-latn', isolate: (text) => `\u2066${text}\u2069` },
}

const units = [
  { below: 3_600, seconds: 60, unit: 'minute' },
  { below: 86_400, seconds: 3_600, unit: 'hour' },
  { below: Infinity, seconds: 86_400, unit: 'day' },
] as const

function formatsIn({ numbers, dates, isolate }: Locales) {
  const number = new Intl.NumberFormat(numbers)
  const list = new Intl.ListFormat(dates, { type: 'conjunction' })
  const day = new Intl.DateTimeFormat(dates, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
  const span = new Intl.RelativeTimeFormat(numbers, { numeric: 'always' })
  const currencies = new Intl.DisplayNames(numbers, { type: 'currency' })
  const countries = new Intl.DisplayNames(numbers, { type: 'region' })
  return {
    number: (value: number) => number.format(value),
    list: (texts: readonly string[]) => list.format(texts),
    day: (at: Date) => day.format(at),
    /** With hours and minutes, in a time zone. */
    time: (at: Date, timeZone: string) =>
      new Intl.DateTimeFormat(dates, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at),
    /** A time in the past or future, such as “5 minutes ago” or “in 2 hours”. */
    span(seconds: number) {
      const size = Math.abs(seconds)
      const { unit, seconds: length } = units.find(({ below }) => size < below) ?? units[2]
      const count = Math.max(1, Math.floor(size / length))
      return span.format(seconds < 0 ? -count : count, unit)
    },
    money: (amount: number, currency: string) =>
      isolate(new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount)),
    currencyName: (code: string) => currencies.of(code) ?? code,
    countryName: (code: string) => countries.of(code) ?? code,
    inOrder: (one: string, other: string) => one.localeCompare(other, numbers),
    isolate,
  }
}

export type Formats = ReturnType<typeof formatsIn>

export const formats: Readonly<Record<Language, Formats>> = {
  en: formatsIn(locales.en),
  ar: formatsIn(locales.ar),
}
