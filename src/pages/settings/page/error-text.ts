import { html } from 'hono/html'
import type { Child } from 'hono/jsx'
import type { SignInFailed } from '../../../platform/auth/sign-in/sign-in-failed.ts'
import type { ErrorCode, ServiceError } from '../../../platform/errors/errors.ts'
import { inArabic } from '../../../platform/http/arabic/arabic-problems.ts'
import { problemKinds } from '../../../platform/http/problem.ts'
import type { Language } from '../../../platform/values/language.ts'
import type { Words } from '../words/words.ts'
import type { ErrorPage } from './error-page.tsx'
import type { PageRefused } from './page-refused.ts'

/** What an operation says about its refusal: in the language of the page where it is known, else in English. */
export const refusalText = (error: ServiceError, language: Language): Child =>
  language === 'en' ? error.message : (arabicOf(error)?.detail ?? inEnglish(error.message))

const refusalTitle = (error: ServiceError, language: Language): string =>
  (language === 'ar' ? arabicOf(error)?.title : undefined) ?? problemKinds[error.code].title

const arabicOf = (error: ServiceError) => inArabic(error, { isShopper: false })

/** A text that exists in English only, within a page in another language. */
export const inEnglish = (text: string): Child => html`<span lang="en" dir="ltr">${text}</span>`

type Shown = Pick<ErrorPage, 'status' | 'text' | 'action'>

const toSettings = { href: '/settings', label: 'toSettings' } as const

const pageProblems = {
  signed_out: { status: 401, action: { href: '/settings/sign-in', label: 'signIn' } },
  foreign_form: { status: 403, action: toSettings },
  other_person: { status: 403, action: toSettings },
  sign_in_off: { status: 503 },
  request_gone: { status: 404, action: toSettings },
  role_too_low: { status: 403, action: toSettings },
  read_only: { status: 403, action: toSettings },
  no_such_page: { status: 404, action: { href: '/console', label: 'toConsole' } },
} as const satisfies Record<PageRefused['problem'], Omit<Shown, 'text'>>

export const pageRefusedText = (problem: PageRefused['problem']): Shown => ({
  ...pageProblems[problem],
  text: ({ errors }) => errors.page[problem],
})

const signInStatus = {
  unavailable: 503,
  not_begun_here: 400,
  refused: 403,
  unacceptable: 403,
  not_recent: 403,
} as const satisfies Record<SignInFailed['problem'], number>

export const signInFailedText = (problem: SignInFailed['problem']): Shown => ({
  status: signInStatus[problem],
  text: ({ errors }) => errors.signInFailed[problem],
})

type OperationError = { readonly text: keyof Words['errors']['operation']; readonly action?: ErrorPage['action'] }

/** The errors of operations that have a text of their own on a page. */
const operationErrors: Partial<Record<ErrorCode, OperationError>> = {
  not_found: { text: 'not_found', action: toSettings },
  store_not_found: { text: 'not_found', action: toSettings },
  payload_too_large: { text: 'payload_too_large' },
  rate_limited: { text: 'rate_limited' },
  database_unavailable: { text: 'database_unavailable', action: toSettings },
  not_configured: { text: 'not_configured', action: toSettings },
  internal_error: { text: 'internal_error', action: toSettings },
}

/** The page text for an operation's error. Falls back to the error's own message. */
export function operationErrorText(error: ServiceError, language: Language): Shown {
  if (error.code === 'forbidden') return pageRefusedText('role_too_low')
  const { status } = problemKinds[error.code]
  const known = operationErrors[error.code]
  if (known) return { status, action: known.action, text: ({ errors }) => errors.operation[known.text] }
  return {
    status,
    action: toSettings,
    text: ({ errors }) => ({
      title: refusalTitle(error, language),
      happened: refusalText(error, language),
      todo: status === 422 ? errors.correctAndRetry : '',
    }),
  }
}
