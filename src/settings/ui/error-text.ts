import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ErrorCode, ServiceError } from '../../errors.ts'
import { kinds } from '../../http/problem.ts'
import type { SignInFailed } from '../../auth/sign-in/sign-in.ts'
import type { ErrorPage } from './error-page.tsx'
import type { PageRefused } from './page-refused.ts'

type Text = Pick<ErrorPage, 'status' | 'title' | 'happened' | 'todo' | 'action'>

const toSettings = { href: '/settings', label: 'Go to Settings' } as const
const signIn = { href: '/settings/sign-in', label: 'Sign in' } as const

export const pageErrors = {
  signed_out: {
    status: 401,
    title: 'You are signed out',
    happened: 'Your session ended before you sent the form. Nothing was changed.',
    todo: 'Sign in and try again.',
    action: signIn,
  },
  foreign_form: {
    status: 403,
    title: 'We could not accept this form',
    happened: 'It was not sent from a page that you opened while signed in. Nothing was changed.',
    todo: 'If you pressed the button yourself, open the page again and retry.',
    action: toSettings,
  },
  other_person: {
    status: 403,
    title: 'You signed in with another account',
    happened: 'The form was filled in with a different account, so we discarded it. Nothing was changed.',
    todo: 'Sign in with the account that you used before, or start again with this one.',
    action: toSettings,
  },
  sign_in_off: {
    status: 503,
    title: 'Sign-in is not set up',
    happened: 'No identity provider is configured for these pages.',
    todo: 'The operator of this service must set WEB_SIGN_IN and SESSION_KEYS. The API works without them.',
  },
  request_gone: {
    status: 404,
    title: 'This request is no longer open',
    happened: 'It was already answered, it took too long, or it was started in another browser.',
    todo: 'Go back to your assistant and connect again.',
    action: toSettings,
  },
  role_too_low: {
    status: 403,
    title: 'Only owners and admins can do this',
    happened: 'The owners and admins of a store manage its assistants, members and profile.',
    todo: 'Ask one of them to do it for you, or to make you an admin.',
    action: toSettings,
  },
  read_only: {
    status: 403,
    title: 'Viewers cannot change this',
    happened: 'In this store you can see everything but change nothing.',
    todo: 'Ask an owner or admin to do it for you, or to change your role.',
    action: toSettings,
  },
  no_such_page: {
    status: 404,
    title: 'Page not found',
    happened: 'The address may be mistyped or out of date.',
    todo: 'Go to Settings and start from there.',
    action: toSettings,
  },
} as const satisfies Record<PageRefused['problem'], Text>

/** Shown after a failed sign-in, with a link that tries again. */
export const signInErrors = {
  unavailable: {
    status: 503,
    title: 'Sign-in is not working right now',
    happened: 'The service that checks who you are is not responding.',
    todo: 'Nothing is wrong with your account. Try again in a minute.',
  },
  not_begun_here: {
    status: 400,
    title: 'We could not finish signing you in',
    happened: 'The sign-in took more than ten minutes, was already finished, or was started in another browser.',
    todo: 'Start again. It usually takes one click.',
  },
  refused: {
    status: 403,
    title: 'You are not signed in',
    happened: 'The sign-in was cancelled or refused.',
    todo: 'Try again, or use another account.',
  },
  unacceptable: {
    status: 403,
    title: 'This account cannot be used here',
    happened: 'Your identity provider did not send us enough information about this account.',
    todo: 'Sign in with another account.',
  },
  not_recent: {
    status: 403,
    title: 'We could not confirm that you signed in again',
    happened: 'Your identity provider did not confirm a new sign-in, so nothing was changed.',
    todo: 'Try again. If it keeps failing, sign out at the provider first. The operator of this service can read about trust_prompt in docs/deploy.md.',
  },
} as const satisfies Record<SignInFailed['problem'], Text>

const pageNotFound: Text = {
  status: 404,
  title: 'Not found',
  happened: 'It was removed, or it belongs to a store that you are not a member of.',
  todo: 'Check which account you are signed in with.',
  action: toSettings,
}

const textByCode: Partial<Record<ErrorCode, Text>> = {
  forbidden: pageErrors.role_too_low,
  not_found: pageNotFound,
  store_not_found: pageNotFound,
  payload_too_large: {
    status: 413,
    title: 'The form is too long',
    happened: 'It contains more text than we can accept. Nothing was changed.',
    todo: 'Go back and shorten it.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    happened: 'You tried this too often in a short time.',
    todo: 'Wait a while and try again.',
  },
  database_unavailable: {
    status: 503,
    title: 'We cannot reach our data right now',
    happened: 'Our database did not answer in time.',
    todo: 'Try again in a moment. Your change will not be made twice.',
    action: toSettings,
  },
  internal_error: {
    status: 500,
    title: 'Something went wrong',
    happened: 'This is our fault, and we have recorded it.',
    todo: 'Try again. If it happens again, give support the reference below.',
    action: toSettings,
  },
}

/** The page text for an operation's error. Falls back to the error's own message. */
export const textOf = ({ code, message }: Pick<ServiceError, 'code' | 'message'>): Text =>
  textByCode[code] ?? {
    status: kinds[code].status satisfies ContentfulStatusCode,
    title: kinds[code].title,
    happened: message,
    todo: 'Go back, correct it and try again.',
    action: toSettings,
  }
