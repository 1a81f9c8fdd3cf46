import type { Problem, ServiceError } from '../../errors/errors.ts'
import { moreProblems } from '../../errors/more-problems.ts'
import { fieldOf } from '../problem-field.ts'
import type { Reader } from '../reader.ts'
import { fieldNames, fieldProblems, invalid } from './arabic-fields.ts'
import { type ArabicText, arabicTexts } from './arabic-texts.ts'

const texts: Readonly<Partial<Record<string, ArabicText>>> = arabicTexts

/** What an error says to people. */
export type Said = Pick<ServiceError, 'errors' | 'extra'> & { readonly title: string; readonly detail: string }

/** The error for somebody who reads Arabic; undefined if it exists in English only. */
export function inArabic(error: ServiceError, { isShopper }: Pick<Reader, 'isShopper'>): Said | undefined {
  const known = texts[error.code] ?? (isShopper ? arabicTexts.internal_error : undefined)
  if (!known || error.arabic === null) return undefined
  const { title } = known
  const translated = error.arabic?.()
  if (translated) return { title, detail: translated.message, errors: translated.errors, extra: translated.extra }
  // A merchant learns more from the exact words in English, and a shopper reads nothing else.
  if (!isShopper && !error.errors.every(isKnown)) return undefined
  const errors = error.errors.map((problem) => ({ ...problem, detail: problemInArabic(problem, isShopper) }))
  const [first, ...others] = errors
  return {
    title,
    detail: first
      ? first.detail + (others.length > 0 ? moreProblems.ar(others.length) : '')
      : detailOf(known, isShopper),
    errors,
    extra: error.extra,
  }
}

const detailOf = ({ detail, shopper = detail }: ArabicText, isShopper: boolean) => (isShopper ? shopper : detail)

const isKnown = ({ code }: Problem): boolean => (texts[code] ?? fieldProblems[code]) !== undefined

function problemInArabic({ pointer, code }: Problem, isShopper: boolean): string {
  const known = texts[code]
  if (known) return detailOf(known, isShopper)
  const what = fieldProblems[code] ?? invalid
  const field = fieldOf(pointer)
  return field === undefined ? what : `${fieldNames[field] ?? field}: ${what}`
}
