import type { AuthorizeRefusal } from '../../../../areas/connections/authorize-refused.ts'
import type { SignInFailed } from '../../../../platform/auth/sign-in/sign-in-failed.ts'

export type ErrorText = { readonly title: string; readonly happened: string; readonly todo: string }

const unknownApp = {
  title: 'Unknown app',
  todo: 'Remove the connection in your assistant, then add it again with the URL from Settings.',
}
const badRequest = {
  title: 'Invalid request from this app',
  todo: 'Nothing was shared. Add the connection in your assistant again. If that does not help, contact the developer of the app.',
}

/** The error pages: what happened, and what to do. */
export const errors = {
  reference: 'If the problem continues, give support this reference:',
  toConsole: 'Open the console',
  toSettings: 'Go to Settings',
  signIn: 'Sign in',
  tryAgain: 'Try again',
  correctAndRetry: 'Go back, correct it and try again.',
  page: {
    signed_out: {
      title: 'You are signed out',
      happened: 'Your session ended before you sent the form. Nothing was changed.',
      todo: 'Sign in and try again.',
    },
    foreign_form: {
      title: 'We could not accept this form',
      happened: 'It was not sent from a page that you opened while signed in. Nothing was changed.',
      todo: 'If you pressed the button yourself, open the page again and retry.',
    },
    other_person: {
      title: 'You signed in with another account',
      happened: 'The form was filled in with a different account, so we discarded it. Nothing was changed.',
      todo: 'Sign in with the account that you used before, or start again with this one.',
    },
    sign_in_off: {
      title: 'Sign-in is not set up',
      happened: 'No identity provider is configured for these pages.',
      todo: 'The operator of this service must set WEB_SIGN_IN and SESSION_KEYS. The API works without them.',
    },
    request_gone: {
      title: 'This request is no longer open',
      happened: 'It was already answered, it took too long, or it was started in another browser.',
      todo: 'Go back to your assistant and connect again.',
    },
    role_too_low: {
      title: 'Only owners and admins can do this',
      happened: 'The owners and admins of a store manage its assistants, members and profile.',
      todo: 'Ask one of them to do it for you, or to make you an admin.',
    },
    read_only: {
      title: 'Viewers cannot change this',
      happened: 'In this store you can see everything but change nothing.',
      todo: 'Ask an owner or admin to do it for you, or to change your role.',
    },
    no_such_page: {
      title: 'Page not found',
      happened: 'The address may be mistyped or out of date.',
      todo: 'Open the console and start from there.',
    },
  } satisfies Record<string, ErrorText>,
  /** After a failed sign-in. */
  signInFailed: {
    unavailable: {
      title: 'Sign-in is not working right now',
      happened: 'The service that checks who you are is not responding.',
      todo: 'Nothing is wrong with your account. Try again in a minute.',
    },
    not_begun_here: {
      title: 'We could not finish signing you in',
      happened: 'The sign-in took more than ten minutes, was already finished, or was started in another browser.',
      todo: 'Start again. It usually takes one click.',
    },
    refused: {
      title: 'You are not signed in',
      happened: 'The sign-in was cancelled or refused.',
      todo: 'Try again, or use another account.',
    },
    unacceptable: {
      title: 'This account cannot be used here',
      happened: 'Your identity provider did not send us enough information about this account.',
      todo: 'Sign in with another account.',
    },
    not_recent: {
      title: 'We could not confirm that you signed in again',
      happened: 'Your identity provider did not confirm a new sign-in, so nothing was changed.',
      todo: 'Try again. If it keeps failing, sign out at the provider first. The operator of this service can read about trust_prompt in docs/deploy.md.',
    },
  } satisfies Record<SignInFailed['problem'], ErrorText>,
  /** Errors of operations, by code. */
  operation: {
    not_found: {
      title: 'Not found',
      happened: 'It was removed, or it belongs to a store that you are not a member of.',
      todo: 'Check which account you are signed in with.',
    },
    payload_too_large: {
      title: 'The form is too long',
      happened: 'It contains more text than we can accept. Nothing was changed.',
      todo: 'Go back and shorten it.',
    },
    rate_limited: {
      title: 'Too many requests',
      happened: 'You tried this too often in a short time.',
      todo: 'Wait a while and try again.',
    },
    database_unavailable: {
      title: 'We cannot reach our data right now',
      happened: 'Our database did not answer in time.',
      todo: 'Try again in a moment. Your change will not be made twice.',
    },
    not_configured: {
      title: 'This is not set up yet',
      happened: 'The operator of this service has not set up what this needs. Nothing was changed.',
      todo: 'The operator can read what is missing in docs/deploy.md.',
    },
    internal_error: {
      title: 'Something went wrong',
      happened: 'This is our fault, and we have recorded it.',
      todo: 'Try again. If it happens again, give support the reference below.',
    },
  },
  /** A request of an app that cannot be answered with a redirect. */
  authorize: {
    startAgain: 'Nothing was shared. Wait a moment, then start again in your assistant.',
    refused: {
      client_missing: { ...unknownApp, happened: 'The request does not name the app.' },
      client_unknown: {
        ...unknownApp,
        happened:
          'The app that sent you here is not registered, or its registration expired because it was never used.',
      },
      client_address: {
        ...unknownApp,
        happened: 'The app identifies itself with a URL that this service does not fetch.',
      },
      client_document: { ...unknownApp, happened: 'The document that describes the app could not be read.' },
      redirect_missing: { ...badRequest, happened: 'The app does not say where to send you back.' },
      redirect_unknown: {
        ...badRequest,
        happened: 'The app wants to send you back to an address that it has not registered.',
      },
      repeated: { ...badRequest, happened: 'The app sent part of its request twice.' },
    } satisfies Record<AuthorizeRefusal, ErrorText>,
  },
}
