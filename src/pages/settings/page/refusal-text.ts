import { html } from 'hono/html'
import type { Child } from 'hono/jsx'
import type { ErrorCode, ServiceError } from '../../../platform/errors/errors.ts'
import { kinds } from '../../../platform/http/problem.ts'
import { refusals, titles } from '../words/ar/refusals.ts'
import type { Language } from '../words/language.ts'

/** What an operation says about its refusal: in the language of the page where it is known, else in English. */
export function refusalText(error: Pick<ServiceError, 'code' | 'message' | 'extra'>, language: Language): Child {
  return language === 'en' ? error.message : (refusals[error.code]?.(error.extra) ?? inEnglish(error.message))
}

export const refusalTitle = (code: ErrorCode, language: Language): string =>
  (language === 'ar' ? titles[code] : undefined) ?? kinds[code].title

/** A text that exists in English only, within a page in another language. */
export const inEnglish = (text: string): Child => html`<span lang="en" dir="ltr">${text}</span>`
