import type { Child } from 'hono/jsx'
import { pluralIn, rich } from '../texts.ts'

const plural = pluralIn('en')

const amount =
  'Enter an amount such as 2.50, with the decimals of your currency and without commas, or leave this empty.'
const count = 'Enter a whole number from 1, or leave this empty.'
const time = 'Choose a date and a time, or leave this empty.'
const one = 'Choose one.'

/** Settings, Discounts. */
export const discounts = {
  title: 'Discounts',
  lead: (store: Child) => rich`Codes and automatic discounts of ${store}.`,
  done: {
    created: 'The discount was added.',
    saved: 'Your changes are saved. Existing orders keep what was taken off.',
    deleted: 'The discount was deleted. Existing orders keep what it took off.',
  },
  all: 'All discounts',
  found: 'Discounts found',
  codeOrName: 'Code or name',
  none: 'No discounts yet',
  noneHelp: 'Shoppers pay the prices of your products.',
  noneFound: 'No discount has this code or name',
  add: 'Add a discount',
  automatic: 'Automatic',
  state: { off: 'Off', ended: 'Ended', usedUp: 'Used up', notStarted: 'Not started' },
  comma: ', ',
  freeDelivery: 'Free delivery',
  off: (value: string) => `${value} off`,
  atMost: (value: string) => `at most ${value}`,
  tags: (tags: string) => `Tags: ${tags}`,
  products: (products: number) => plural(products, { one: '1 product', other: `${products} products` }),
  collections: (collections: number) =>
    plural(collections, { one: '1 collection', other: `${collections} collections` }),
  orders: (orders: number, shown: string) => `${shown} ${plural(orders, { one: 'order', other: 'orders' })}`,
  ordersOf: (orders: string, limit: string) => `${orders} of ${limit}`,
  from: (at: string) => `from ${at}`,
  until: (at: string) => `until ${at}`,
  one: 'Discount',
  new: 'New discount',
  uses: (orders: number, shown: string) =>
    orders === 0
      ? 'No order uses it yet.'
      : `${shown} ${plural(orders, { one: 'order uses', other: 'orders use' })} it.`,
  whatTheyGet: 'What shoppers get',
  amountsIn: (currency: string) => `All amounts are in ${currency}.`,
  how: {
    legend: 'How do they get it?',
    code: 'With a code',
    codeHelp: 'Shoppers enter it when they order',
    automatic: 'Automatically',
    automaticHelp: 'The best one for the order applies',
  },
  kind: {
    legend: 'What is taken off?',
    percentage: 'A percentage',
    fixed: 'An amount',
    free_delivery: 'The price of delivery',
  },
  whichProducts: 'Which products it applies to',
  goods: {
    legend: 'Products',
    all: 'All products',
    tags: 'Products with certain tags',
    collections: 'Products of certain collections',
    products: 'Certain products',
  },
  limits: 'Limits',
  limitsHelp: (timezone: Child) => rich`All of these are optional. Times are those of ${timezone}.`,
  use: 'Use',
  rules: 'Rules',
  addDiscount: 'Add discount',
  fields: {
    code: { label: 'Code', help: 'Such as SUMMER15. Case and spaces do not matter' },
    name: { label: 'Name', help: 'What shoppers read. Empty: the code' },
    value: { label: 'Percentage or amount', help: 'Empty for free delivery' },
    max_amount: { label: 'At most', help: 'Optional. The most that a percentage takes off' },
    tags: { label: 'Tags', help: 'Separated by commas. A product needs only one of them' },
    collections: { label: 'Collections', help: 'One per line: the last part of its web address' },
    products: { label: 'Certain products', help: 'One per line: the last part of its web address, or a SKU' },
    starts_at: { label: 'Starts', help: 'Empty: immediately' },
    ends_at: { label: 'Ends', help: 'Empty: never' },
    min_subtotal: { label: 'Smallest order', help: 'Of the products it applies to, before discounts' },
    min_quantity: { label: 'Fewest items', help: 'Of the products it applies to' },
    usage_limit: { label: 'Orders in total', help: 'How many orders can use it' },
    usage_limit_per_customer: { label: 'Orders per customer', help: 'How many orders of one customer can use it' },
    first_order_only: { label: 'Only for first orders' },
    combines: {
      label: 'Combines with others',
      help: 'A code and an automatic discount combine if this is ticked for both',
    },
    active: { label: 'On', help: 'Shoppers can use it' },
  },
  wrong: {
    how: one,
    code: 'Enter a code of up to 64 characters.',
    name: 'Enter what shoppers read, in at most 100 characters.',
    kind: one,
    value: 'Enter a percentage such as 15, or an amount such as 2.50 with the decimals of your currency.',
    max_amount: amount,
    goods: one,
    tags: 'Enter at least one tag, or choose all products above. A tag has at most 64 characters.',
    products: 'Enter at least one product, or choose all products above.',
    collections: 'Enter at least one collection, or choose all products above.',
    min_subtotal: amount,
    min_quantity: count,
    starts_at: time,
    ends_at: time,
    usage_limit: count,
    usage_limit_per_customer: count,
    first_order_only: one,
    combines: one,
    active: one,
  },
  wrongBecause: {
    duplicate: 'Another discount has this code. Choose a different one.',
    automatic_with_code: 'An automatic discount has no code. Remove it, or choose a code above.',
    invalid_code: 'A code must have letters or digits.',
    invalid_percentage: 'A percentage is more than 0 and at most 100, with at most 4 decimals.',
    value_unused: 'Free delivery has no value. Leave this empty.',
    max_amount_unused: 'Only a percentage has this. Leave it empty.',
    ends_before_start: 'The end must be after the start.',
  },
  tooManyProducts: 'Enter at most 500 products, each with its slug or SKU on a line of its own.',
  tooManyCollections: 'Enter at most 20 collections, each with the last part of its web address on its own line.',
  unknownCollection: (name: string) => `No collection has the address “${name}”. Correct or remove this line.`,
  unknownProduct: (name: string) => `No product has the slug or SKU “${name}”. Correct or remove this line.`,
  deleteTitle: 'Delete this discount',
  deleteHelp: 'To stop it for a while, switch it off instead.',
  deleteConsequence: 'Shoppers can no longer use it. Existing orders keep what it took off.',
}
