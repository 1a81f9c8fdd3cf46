import type { Child } from 'hono/jsx'
import { rich } from '../texts.ts'

/** Signing in and out, and the browsers in which a person is signed in. */
export const sessions = {
  title: 'Your sessions',
  lead: 'The browsers where you are signed in to these pages. A session ends when it has not been used for a while.',
  list: 'Sessions',
  unknownBrowser: 'Unknown browser',
  thisBrowser: 'This browser',
  network: 'Network',
  times: (signedIn: Child, lastSeen: Child) => rich`signed in ${signedIn} · last seen ${lastSeen}`,
  endAllHelp:
    'This ends all of these sessions, including this one. Tokens and connected assistants keep working. You can stop them under Assistants.',
  endAll: 'Sign out everywhere',
  back: 'Back to Settings',
  again: {
    title: 'Sign in again to continue',
    why: 'To create a token or a webhook, add an owner, connect an assistant or manage credentials, you must have signed in within the last 15 minutes.',
    kept: 'Nothing has been changed yet. We saved what you entered. After signing in, you can check and confirm it.',
    notKept: 'Nothing has been changed. What you entered is too long to save, so you will need to enter it again.',
    button: 'Sign in again',
  },
  resumed: (entered: Child) =>
    rich`You have signed in again. Nothing has been changed yet. Check ${entered}, then confirm it.`,
  whatYouEntered: 'what you entered',
  signedOut: {
    pageTitle: 'Signed out',
    title: 'You are signed out',
    everywhere: 'You are signed out everywhere',
    assistants: 'Your connected assistants keep working.',
  },
  left: {
    pageTitle: 'You have left',
    title: 'You have left the store',
    comeBack: 'To come back, ask an owner or admin to invite you again.',
  },
}
