import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ErrorCode, ServiceError } from '../../errors.ts'
import { kinds } from '../../http/problem.ts'
import type { SignInFailed } from '../../auth/sign-in/sign-in.ts'
import type { ErrorPage } from './error-page.tsx'
import type { PageRefused } from './page-refused.ts'

type Words = Pick<ErrorPage, 'status' | 'title' | 'happened' | 'todo' | 'action'>

const toSettings = { href: '/settings', label: 'Go to Settings' } as const
const signIn = { href: '/settings/sign-in', label: 'Sign in' } as const

export const pageWords = {
  signed_out: {
    status: 401,
    title: 'You are signed out',
    happened: 'Your session ended before this was sent, so nothing was changed.',
    todo: 'Sign in and do it again.',
    action: signIn,
  },
  foreign_form: {
    status: 403,
    title: 'This was not sent from our page',
    happened: 'The form did not come from the page that you are signed in on, so nothing was changed.',
    todo: 'If you pressed the button yourself, open the page again and repeat it.',
    action: toSettings,
  },
  other_person: {
    status: 403,
    title: 'You signed in with another account',
    happened: 'The form was filled in with a different account, so it was discarded and nothing was changed.',
    todo: 'Sign in with the account that you used before, or start again with this one.',
    action: toSettings,
  },
  sign_in_off: {
    status: 503,
    title: 'Signing in is not set up',
    happened: 'This installation of the service has no identity provider for its pages.',
    todo: 'Whoever runs it sets WEB_SIGN_IN and SESSION_KEYS. The API works without.',
  },
  request_gone: {
    status: 404,
    title: 'This request is no longer open',
    happened: 'It has been answered, it took too long, or it was begun in another browser.',
    todo: 'Go back to your assistant and connect again.',
    action: toSettings,
  },
  role_too_low: {
    status: 403,
    title: 'Only owners and admins can do this',
    happened: 'Assistants, members and the profile of a store are managed by its owners and admins.',
    todo: 'Ask one of them to do it for you, or to make you an admin.',
    action: toSettings,
  },
  no_such_page: {
    status: 404,
    title: 'There is no such page',
    happened: 'The address may be mistyped or out of date.',
    todo: 'Start again from Settings.',
    action: toSettings,
  },
} as const satisfies Record<PageRefused['problem'], Words>

/** After a sign-in that failed; `action` goes to where the person was going. */
export const signInWords = {
  unavailable: {
    status: 503,
    title: 'Signing in does not work right now',
    happened: 'The service that checks who you are does not answer.',
    todo: 'Nothing is wrong with your account. Try again in a minute.',
  },
  not_begun_here: {
    status: 400,
    title: 'This sign-in could not be finished',
    happened: 'It took more than ten minutes, was finished already, or was begun in another browser.',
    todo: 'Start again; it usually takes one click.',
  },
  refused: {
    status: 403,
    title: 'You are not signed in',
    happened: 'The sign-in was cancelled or refused.',
    todo: 'Try again, perhaps with another account.',
  },
  unacceptable: {
    status: 403,
    title: 'This account cannot be used here',
    happened: 'Whoever vouches for it did not say enough about who you are.',
    todo: 'Sign in with another account.',
  },
  not_recent: {
    status: 403,
    title: 'We could not confirm that you signed in again',
    happened: 'Your identity provider did not say that you signed in just now, so nothing was changed.',
    todo: 'Try again. If it keeps failing, sign out at the provider first. Whoever runs this service can find more under trust_prompt in its README.',
  },
} as const satisfies Record<SignInFailed['problem'], Words>

const pageNotFound: Words = {
  status: 404,
  title: 'This is not there',
  happened: 'It has been removed, or it belongs to a store that you are not a member of.',
  todo: 'Check which account you are signed in with.',
  action: toSettings,
}

const own: Partial<Record<ErrorCode, Words>> = {
  forbidden: pageWords.role_too_low,
  not_found: pageNotFound,
  store_not_found: pageNotFound,
  payload_too_large: {
    status: 413,
    title: 'That was too much text',
    happened: 'The form was longer than we take, so nothing was changed.',
    todo: 'Go back and shorten it.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    happened: 'You did this more often than is allowed.',
    todo: 'Wait a while and try again.',
  },
  database_unavailable: {
    status: 503,
    title: 'We cannot reach our data right now',
    happened: 'Our database did not answer in time.',
    todo: 'Try again in a moment. What you sent is done once at most.',
    action: toSettings,
  },
  internal_error: {
    status: 500,
    title: 'Something went wrong here',
    happened: 'This is a fault of ours, and it was recorded.',
    todo: 'Try again. If it stays, tell support the number below.',
    action: toSettings,
  },
}

/** What an operation refused, for a person to read; its own text where there is none of ours. */
export const wordsOf = ({ code, message }: Pick<ServiceError, 'code' | 'message'>): Words =>
  own[code] ?? {
    status: kinds[code].status satisfies ContentfulStatusCode,
    title: kinds[code].title,
    happened: message,
    todo: 'Go back, change it and try again.',
    action: toSettings,
  }
