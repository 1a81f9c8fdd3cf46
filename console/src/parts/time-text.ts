import type { Language } from '../words/plural.ts'

type Shown = { readonly text: string; readonly full: string }

const dayMs = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making a format takes longer than using it fifty times, and a list has fifty rows. */
function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formats.set(key, format)
  return format
}

const localeOf = (language: Language) => (language === 'ar' ? 'ar-u-nu-latn' : 'en-GB')

/** Relative within a day, then the day; in full with the time of the store's zone. */
export function timeText(at: string, now: number, language: Language, timeZone: string): Shown {
  const locale = localeOf(language)
  const date = new Date(at)
  const full = formatOf(locale, { dateStyle: 'full', timeStyle: 'short', timeZone }).format(date)
  const ms = date.getTime() - now
  if (Math.abs(ms) < dayMs) return { text: relative(ms, locale), full }
  const yearOf = (time: number | Date) => formatOf('en', { year: 'numeric', timeZone }).format(time)
  const year = yearOf(date) === yearOf(now) ? {} : ({ year: 'numeric' } as const)
  return {
    text: formatOf(locale, { day: 'numeric', month: 'short', ...year, timeZone }).format(date),
    full,
  }
}

/** The day that it is somewhere, such as `Saturday 28 November`. */
export const dayText = (at: Date, language: Language, timeZone: string): string =>
  formatOf(localeOf(language), { weekday: 'long', day: 'numeric', month: 'long', timeZone }).format(at)

const isDay = (value: string): boolean => /^\d{4}-\d\d-\d\d$/.test(value)

/** The day of the store, such as `2026-11-28`, that a day or a moment of an address is; empty if it is neither. */
export function dayIn(value: string, timeZone: string): string {
  if (isDay(value)) return value
  const at = new Date(value)
  if (Number.isNaN(at.getTime())) return ''
  return formatOf('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone }).format(at)
}

/** The time of the store, such as `14:30`, that a moment of an address is; empty if it is a day. */
export function timeIn(value: string, timeZone: string): string {
  const at = new Date(value)
  if (isDay(value) || Number.isNaN(at.getTime())) return ''
  return formatOf('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(at)
}

/**
 * The moment when a day of the store has this time, or the day if there is no time. Of an hour that comes twice it is the first; 02:30
 * on a day when clocks go from 02:00 to 03:00 is 03:30.
 */
export function momentAt(day: string, time: string, timeZone: string): string {
  if (day === '' || time === '') return day
  const shown = Date.parse(`${day}T${time}Z`)
  const shownAt = (at: number) => {
    const there = new Date(at).toISOString()
    return Date.parse(`${dayIn(there, timeZone)}T${timeIn(there, timeZone)}Z`)
  }
  // With the offset of the day before, and with that of the day after.
  const moments = [-dayMs, dayMs]
    .map((away) => shown - (shownAt(shown + away) - shown - away))
    .toSorted((one, other) => one - other)
  return new Date(moments.find((at) => shownAt(at) === shown) ?? Math.max(...moments)).toISOString()
}

/** Such as `1 Nov 2026`, with the time if it is a moment, or as it is written in the address if it is neither. */
export function dateText(value: string, language: Language, timeZone: string): string {
  const at = new Date(value)
  if (Number.isNaN(at.getTime())) return value
  return formatOf(localeOf(language), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...(isDay(value) ? { timeZone: 'UTC' } : { hour: '2-digit', minute: '2-digit', timeZone }),
  }).format(at)
}

/** A date of the service, such as `Sat` and `28`. */
export function dateTexts(date: string, language: Language): readonly [weekday: string, day: string] {
  const text = (part: Intl.DateTimeFormatOptions) =>
    formatOf(localeOf(language), { ...part, timeZone: 'UTC' }).format(new Date(date))
  return [text({ weekday: 'short' }), text({ day: 'numeric' })]
}

const relatives = new Map<string, Intl.RelativeTimeFormat>()

function relative(ms: number, locale: string): string {
  const format = relatives.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })
  relatives.set(locale, format)
  const minutes = Math.round(ms / 60_000)
  return Math.abs(minutes) < 60 ? format.format(minutes, 'minute') : format.format(Math.round(ms / 3_600_000), 'hour')
}
