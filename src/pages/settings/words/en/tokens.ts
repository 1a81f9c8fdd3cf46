import type { Child } from 'hono/jsx'
import { pluralIn, rich } from '../texts.ts'

const plural = pluralIn('en')

/** Access tokens, on the page of assistants, and API keys, on a page of their own. */
export const tokens = {
  never: 'Never used',
  used: (ago: Child) => rich`Last used ${ago}`,
  expires: (day: Child) => rich`expires on ${day}`,
  createdBy: (person: Child, day: Child) => rich`created by ${person} on ${day}`,
  revoke: 'Revoke',
  ended: (count: number) => `Revoked and expired (${count})`,
  revoked: 'Revoked',
  expired: 'Expired',
  stopped: 'Stopped: its creator is no longer an owner or admin',
  name: 'Name',
  nameHelp: (example: string) => `What you will use it for, such as “${example}”`,
  nameWrong: 'Enter a name of up to 100 characters.',
  scopesWrong: 'Select at least one permission.',
  expiresAfter: 'Expires after',
  days: (count: number) => plural(count, { one: `${count} day`, other: `${count} days` }),
  year: '1 year',
  seeMissing: 'see what is missing',
  readyToPaste: 'Ready to paste',
  token: {
    title: 'Access tokens',
    lead: 'For scripts and tools that cannot sign in. If an assistant can sign in, give it the URL above instead.',
    example: 'Nightly stock report',
    noneYet: 'No active tokens',
    oneForEach: 'Create one for each tool, so that you can revoke each one separately.',
    new: 'New token',
    create: 'Create token',
    only: (store: Child) =>
      rich`The token works only for ${store}. It can never refund payments or cancel confirmed orders.`,
    consequence: 'Anything that uses this token stops working immediately. You cannot undo this.',
    notCreated: (why: Child) => rich`The token was not created: ${why}.`,
  },
  key: {
    title: 'Keys of this store',
    lead: 'Keep keys on your servers. Never put one into a web page or an app, where others can read it.',
    example: 'Warehouse system',
    noneYet: 'No active API keys',
    oneForEach: 'Create one for each server, so that you can revoke each one separately.',
    new: 'New API key',
    create: 'Create API key',
    only: (store: Child) =>
      rich`The API key works only for ${store}. It can never refund payments or cancel confirmed orders.`,
    consequence:
      'Anything that uses this API key stops working immediately, and webhooks that it manages are switched off. You cannot undo this.',
    notCreated: (why: Child) => rich`The API key was not created: ${why}.`,
  },
  keysPage: {
    title: 'API keys',
    lead: (store: Child) => rich`Let your own server work with ${store}, without anyone signing in.`,
    revoked: 'The API key is revoked and no longer works.',
  },
  newToken: {
    title: 'Your new token',
    heading: 'Copy your token now',
    label: 'Token',
    noun: 'Token',
    examples: 'These examples contain your token. Treat them like a password.',
    cursorIn: (file: Child) => rich`Cursor, in ${file}`,
    otherTools: 'Other tools',
  },
  newKey: {
    title: 'Your new API key',
    heading: 'Copy your API key now',
    label: 'API key',
    noun: 'API key',
    examples:
      'These examples contain your key. Treat them like a password, and keep the key on your server: never in a web page or an app.',
    tryIt: 'Try it',
    yourServer: 'Your server',
  },
  command: 'Command',
  configuration: 'Configuration',
  header: 'Header',
}
