import type { Child } from 'hono/jsx'
import { rich } from '../texts.ts'

/** What several pages have. */
export const ui = {
  skip: 'Skip to content',
  signedInAs: 'Signed in as',
  yourSessions: ': your sessions',
  signOut: 'Sign out',
  settings: 'Settings',
  /** The pages of a store, in the order of their tabs. */
  sections: {
    mcp: 'Assistants',
    keys: 'API keys',
    webhooks: 'Webhooks',
    members: 'Members',
    store: 'Store',
    delivery: 'Delivery',
    tax: 'Tax',
    discounts: 'Discounts',
  },
  store: 'Store',
  switchStore: 'Switch',
  invitation: {
    text: (store: Child, role: string, by: Child | null) =>
      by === null
        ? rich`You are invited to join ${store} as ${role}.`
        : rich`You are invited to join ${store} as ${role}. ${by} invited you.`,
    accept: 'Accept',
    decline: 'Decline',
    to: (store: string) => `the invitation to ${store}`,
  },
  save: 'Save',
  saved: 'Your changes are saved.',
  cancel: 'Cancel',
  edit: 'Edit',
  delete: 'Delete',
  search: 'Search',
  yes: (verb: string) => `Yes, ${verb.toLowerCase()}`,
  notSet: 'Not set',
  ownersAndAdminsChange: 'Only owners and admins can change this.',
  viewersCannotChange: 'Viewers cannot change them.',
  justNow: 'just now',
  copy: 'Copy',
  copied: 'Copied',
  copiedWhat: (noun: string) => `${noun} copied`,
  pressToCopy: 'Press Ctrl+C',
  cannotCopy: 'The browser did not allow copying. The text is selected: press Ctrl+C',
  haveCopied: 'I have copied it',
  shownOnce: 'It is shown only once. After you leave this page, nobody can see it again, not even us.',
  older: {
    tokens: 'Older tokens',
    keys: 'Older API keys',
    connections: 'Older connections',
    members: 'Older members',
    discounts: 'Older discounts',
    deliveries: 'Older deliveries',
  },
  form: {
    nothingSaved: (why: Child) => rich`Nothing was saved. ${why}`,
    correctFields: 'Correct the fields marked below.',
    conflict:
      'Nothing was saved, because someone else changed this after you opened it. Your entries are below. Save again to replace their changes.',
  },
  unknownCountry: (line: number, name: string) =>
    `Line ${line}: “${name}” is not a country. Use its name or its two-letter code, such as KW.`,
}
