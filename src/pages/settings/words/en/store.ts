import type { Child } from 'hono/jsx'
import type { ShopperLimit } from '../../../../areas/stores/store.ts'
import { rich } from '../texts.ts'

const nameWrong = 'Enter a name of up to 200 characters.'
const timezoneWrong = 'Enter a time zone, such as Asia/Kuwait.'
const nameHelp = 'The name your customers know'
const timezoneHelp = 'Used for daily figures, such as Asia/Kuwait'

/** Settings, Store, and creating a first one. */
export const store = {
  title: 'Store',
  youAre: (role: string) => `In this store you are ${role}.`,
  profile: 'Profile',
  contact: 'Contact',
  contactHelp: 'How customers can reach you. All of these are optional.',
  onlineOrders: 'Online shop orders',
  onlineOrdersHelp:
    'Limits for orders that shoppers place in your online shop. Orders that you create are not limited.',
  fields: {
    name: { label: 'Name', help: nameHelp, wrong: nameWrong },
    slug: {
      label: 'Short name',
      help: 'Used in web addresses. If you change it, links to the old address still work',
      wrong: 'Use up to 60 lower-case letters, digits and single hyphens. A few words are reserved.',
    },
    timezone: { label: 'Time zone', help: timezoneHelp, wrong: timezoneWrong },
    locale: {
      label: 'Language',
      help: 'A language code, such as ar-KW or en',
      wrong: 'Enter a language code, such as ar-KW or en.',
    },
    country: {
      label: 'Country',
      help: 'Phone numbers without a country code are of this country',
      wrong: 'Choose a country from the list.',
    },
    contact_email: {
      label: 'Email address',
      help: 'An inbox that someone reads',
      wrong: 'Enter a full email address, or leave this empty.',
    },
    contact_phone: {
      label: 'Phone',
      help: 'With the country code, such as +965 5123 4567',
      wrong: 'Enter at most 50 characters.',
    },
    contact_address: { label: 'Address', help: 'As written on a letter', wrong: 'Enter at most 2,000 characters.' },
  },
  noCountry: 'Not set',
  slugTaken: 'Another store already uses this short name.',
  currency: 'Currency',
  currencyFixed: 'Cannot be changed, because all amounts in this store use it.',
  /** In the list of facts, which has no room for more. */
  email: 'Email',
  limits: {
    reservation_hours: {
      label: 'Hours to confirm an order',
      help: 'After that, its stock can be sold again. You can still confirm the order if there is enough stock',
    },
    max_orders_per_phone: {
      label: 'Unconfirmed orders per phone number',
      help: 'A shopper with this many must wait until you confirm or cancel one',
    },
    max_units_per_line: { label: 'Units of one item', help: 'In one line of an order. At most 100' },
    max_units_per_order: { label: 'Units in one order', help: 'All items together' },
    max_hourly_orders_per_address: {
      label: 'Orders per hour from one network',
      help: 'Raise this if many customers order from the same shop or office',
    },
    max_reserved_percent: {
      label: 'Stock for unconfirmed orders (%)',
      help: 'The share of an item’s stock that they may reserve together. Always at least one unit',
    },
  } satisfies Record<ShopperLimit, { readonly label: string; readonly help: string }>,
  wholeNumberWrong: (max: string) => `Enter a whole number from 1 to ${max}.`,
  adjustments: {
    title: 'Order totals',
    help: 'How much the total of an order may differ from its total at catalogue prices, with delivery, tax and discount codes. Empty: no limit. Assistants always use the exact sum.',
    max_adjustment_admin: 'Admins (%)',
    max_adjustment_staff: 'Staff (%)',
    fieldHelp: 'A percentage, such as 10',
    wrong: 'Enter a percentage from 0 to 100, or leave this empty.',
    onlyOwner: 'Only an owner can change this.',
  },
  refused: {
    input: 'Nothing was saved. Correct the fields marked below.',
    conflict:
      'Nothing was saved, because someone else changed the profile after you opened it. Your entries are below. Save again to replace their changes.',
    last_owner:
      'You are the only owner, and a store must have at least one. Make someone else an owner first, under Members.',
  },
  leaveTitle: 'Leave this store',
  leaveHelp: 'To come back, someone must invite you again. The only owner of a store cannot leave it.',
  first: {
    pageTitle: 'Your first store',
    title: 'You have no store yet',
    lead: 'Create one here. If your store already exists, ask its owner to invite you, or sign in with the account that you use there.',
    otherAddress: (email: Child) =>
      rich`Expecting an invitation? It may have been for an address other than ${email}, or it may have expired or been revoked.`,
    unconfirmed:
      'Expecting an invitation? It appears here once your email address is confirmed. Confirm the address with your sign-in provider, then sign in again.',
    create: 'Create a store',
    createHelp: 'You will be its owner. The currency cannot be changed later.',
    button: 'Create store',
    currencyHelp: 'Three letters, such as USD or KWD',
    currencyWrong: 'Enter a three-letter currency code, such as USD or KWD.',
  },
}
