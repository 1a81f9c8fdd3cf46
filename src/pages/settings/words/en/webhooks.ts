import type { Child } from 'hono/jsx'
import type { EventArea } from '../../../../areas/events/event-catalogue.ts'
import { pluralIn, rich } from '../texts.ts'

const plural = pluralIn('en')

/** Settings, Webhooks. */
export const webhooks = {
  title: 'Webhooks',
  lead: (store: Child) => rich`Tell your own servers what happens in ${store}, as it happens.`,
  all: 'All webhooks',
  docs: 'How your server receives and checks them',
  none: 'No webhooks yet',
  noneHelp: 'Add one for each server that you want to tell about new orders, payments or stock.',
  add: 'Add a webhook',
  open: 'Open',
  one: 'Webhook',
  new: 'New webhook',
  newLead: 'We post each event to the address, signed, within seconds.',
  deleted: 'The webhook was deleted. Nothing more is sent to it.',
  done: {
    saved: 'Your changes are saved.',
    tested: 'The test event is on its way. Reload this page to see what your server answered.',
    redelivered: 'The event is on its way again. Reload this page to see what your server answered.',
    enabled: 'The webhook is on again. It gets everything that happens from now on.',
    replayed: 'The webhook is on again, and what it missed is on its way.',
    disabled: 'The webhook is off. Nothing is sent to it.',
  },
  fields: {
    url: { label: 'Address of your server', help: 'Such as https://hooks.example.com/orders' },
    description: { label: 'Description', help: 'Optional. What it is for, such as “Courier”' },
  },
  wrong: {
    url: 'Enter an address that begins with https:// and has a path, such as https://hooks.example.com/orders.',
    events: 'Choose at least one kind of event.',
    description: 'Enter a description of up to 500 characters.',
  },
  wrongBecause: {
    unsafe_address:
      'We can only send to a public https address with a path, such as https://hooks.example.com/orders. Addresses inside a private network, ports and IP addresses are not allowed.',
  },
  addWebhook: 'Add webhook',
  events: 'Events',
  whichEvents: 'Which events?',
  allEvents: 'All events',
  andMore: (shown: Child, count: number) => rich`${shown} and ${count} more`,
  areas: {
    orders: 'Orders',
    catalog: 'Catalog and stock',
    customers: 'Customers',
    inbox: 'Inbox',
    storefront: 'Storefront',
    store: 'Store',
    access: 'Members and access',
  } satisfies Record<EventArea, string>,
  health: 'How it is doing',
  state: {
    new: { tag: 'New', text: 'Nothing has been sent to it yet.' },
    works: { tag: 'Works', text: 'The last delivery arrived.' },
    failing: { tag: 'Failing', text: 'The last delivery failed. We keep trying.' },
    by_hand: { tag: 'Off', text: 'A member switched it off.' },
    gone: {
      tag: 'Off',
      text: 'Switched off, because your server answered that this address no longer exists (410).',
    },
    gave_up: { tag: 'Off', text: 'Switched off, because nothing could be delivered for five days.' },
    member_left: {
      tag: 'Off',
      text: 'Switched off, because the member who managed it is no longer an owner or admin. Switch it on to manage it yourself.',
    },
    key_ended: {
      tag: 'Off',
      text: 'Switched off, because the API key that managed it was revoked or has expired. Switch it on to manage it yourself.',
    },
  },
  managedBy: (member: Child) => rich`Managed by ${member}`,
  managedByKey: (key: Child) => rich`Managed by the API key ${key}`,
  noSuccess: 'No successful delivery yet',
  lastSuccess: (ago: Child) => rich`Last success ${ago}`,
  failingSince: (ago: Child) => rich`failing since ${ago}`,
  switchedOff: (ago: Child) => rich`switched off ${ago}`,
  waiting: (count: number, shown: string) => plural(count, { other: `${shown} waiting` }),
  sendTest: 'Send test event',
  switchOn: 'Switch on again',
  switchOnAndReplay: 'Switch on and send what it missed',
  edit: 'Address and events',
  more: 'Rotate, switch off or delete',
  moreHelp: 'Your server uses the secret to check that a message comes from us.',
  rotate: 'Rotate the secret',
  rotateConsequence: 'You get a new secret. The old one works for 24 more hours.',
  off: 'Switch off',
  offConsequence: 'Nothing more is sent to it, and events that are waiting are discarded.',
  deleteConsequence: 'Nothing more is sent to it, and the list of its deliveries is deleted too.',
  secret: {
    title: 'Your new webhook',
    rotatedTitle: 'The new secret',
    heading: 'Copy the secret now',
    label: 'Secret',
    noun: 'Secret',
    needed: (url: Child) => rich`Your server at ${url} needs it to check that a message comes from us.`,
    docs: 'How to do that',
    oldOne:
      'The old secret works for 24 more hours: until then, messages are signed with both. Give your server the new one in this time.',
  },
}
