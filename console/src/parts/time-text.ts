import type { Language } from '../words/plural.ts'

type Shown = { readonly text: string; readonly full: string }

const day = 86_400_000

const localeOf = (language: Language) => (language === 'ar' ? 'ar-u-nu-latn' : 'en-GB')

/** Relative within a day, then the day; in full with the time of the store's zone. */
export function timeText(at: string, now: number, language: Language, timeZone: string): Shown {
  const locale = localeOf(language)
  const date = new Date(at)
  const full = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone }).format(date)
  const ms = date.getTime() - now
  if (Math.abs(ms) < day) return { text: relative(ms, locale), full }
  const yearOf = (time: number | Date) => new Intl.DateTimeFormat('en', { year: 'numeric', timeZone }).format(time)
  const year = yearOf(date) === yearOf(now) ? {} : ({ year: 'numeric' } as const)
  return {
    text: new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', ...year, timeZone }).format(date),
    full,
  }
}

function relative(ms: number, locale: string): string {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })
  const minutes = Math.round(ms / 60_000)
  return Math.abs(minutes) < 60 ? format.format(minutes, 'minute') : format.format(Math.round(ms / 3_600_000), 'hour')
}
