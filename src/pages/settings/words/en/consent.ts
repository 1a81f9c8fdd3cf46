import type { Child } from 'hono/jsx'
import { rich } from '../texts.ts'

/** The page where a merchant decides on an assistant's request. */
export const consent = {
  title: (name: string) => `Allow ${name}?`,
  heading: (name: Child) => rich`Allow ${name} to use your store?`,
  afterThis: (host: Child) => rich`After this, you go to ${host}`,
  known: 'Known assistant',
  from: (host: string) => `From ${host}`,
  notFrom: (vendor: string) => `Not from ${vendor}`,
  publishedBy: (host: string) => `Published by ${host}`,
  unverified: 'Unverified',
  imitates: (vendor: string, name: Child, host: Child) =>
    rich`<strong>This is probably not from ${vendor}.</strong> It calls itself “${name}”, but access would go to ${host}, which does not belong to ${vendor}. Cancel unless you know who runs it.`,
  unchecked: (name: Child) =>
    rich`<strong>Nobody has checked who this is.</strong> Any program can call itself “${name}”. Continue only if you have just started this yourself.`,
  ownName: (publisher: Child, host: Child) =>
    rich`<strong>The app chose this name itself.</strong> The app is published by ${publisher}, and access would go to ${host}. Continue only if you trust both.`,
  thisComputer: rich`<strong>You will be sent back to a program on this computer.</strong> Continue only if you have just started connecting from it, such as from an editor or a terminal.`,
  signedInAs: (account: Child) => rich`You are signed in as ${account}.`,
  otherAccount: 'Use another account',
  store: 'Store',
  whichStore: 'Which store?',
  youAre: (role: string) => `you are ${role}`,
  promise:
    'It can do only what is ticked, in this one store. It can never refund payments or cancel confirmed orders. You can disconnect it at any time in Settings, and it then loses access immediately.',
  allow: 'Allow',
  cancel: 'Cancel',
  cancelAndBack: 'Cancel and go back',
  chooseStore: 'Choose a store.',
  noStore: 'You have no store yet',
  noStoreTodo:
    'Create one below, accept an invitation if you see one above, or sign in with the account that you use for your store.',
  cannotConnect: 'You cannot connect an assistant',
  cannotConnectTodo:
    'Only owners and admins of a store can connect an assistant, and you are not an owner or admin of any store. Ask one of them to connect it, or to make you an admin.',
}
