import type { Child } from 'hono/jsx'
import { pluralIn, rich } from '../texts.ts'

const plural = pluralIn('en')

const amount = 'Enter an amount such as 2.50, with the decimals of your currency and without commas.'
const optionalAmount = `${amount} Or leave this empty.`
const days = 'Enter whole days, from 0 to 365.'
const optional = 'Optional'
const goods = 'Optional. Compared with the goods after discounts'

/** Settings, Delivery. */
export const delivery = {
  title: 'Delivery',
  lead: (store: Child) => rich`How orders of ${store} reach shoppers, and what they pay for it.`,
  done: {
    created: 'The delivery method was added.',
    saved: 'Your changes are saved. Existing orders keep what they were charged.',
    deleted: 'The delivery method was deleted. Existing orders keep its name and price.',
  },
  methods: 'Delivery methods',
  inOrder: 'In the order in which shoppers see them.',
  none: 'No delivery methods yet',
  noneHelp: 'Shoppers pay nothing for delivery, and can order from anywhere.',
  add: 'Add a delivery method',
  pickup: 'Pick-up',
  off: 'Off',
  free: 'Free',
  perKilogram: (price: string) => `plus ${price} per kg`,
  freeFrom: (price: string) => `free from ${price}`,
  cashOnDelivery: (price: string) => `cash on delivery ${price}`,
  comma: ', ',
  everywhere: 'Everywhere',
  sameDay: 'the same day',
  inDays: (min: number, max: number) =>
    min === max ? plural(max, { one: `${max} day`, other: `${max} days` }) : `${min}–${max} days`,
  one: 'Delivery method',
  new: 'New delivery method',
  all: 'All delivery methods',
  whatTheySee: 'What shoppers see',
  kind: 'How does the order reach the shopper?',
  delivery: 'Delivery',
  pickupHelp: 'The shopper collects it',
  availability: 'Availability',
  whatItCosts: 'What it costs',
  amountsIn: (currency: string) => `All amounts are in ${currency}.`,
  whichOrders: 'Which orders it applies to',
  addMethod: 'Add method',
  fields: {
    name: { label: 'Name', help: 'Such as Standard delivery' },
    min_days: { label: 'Days, at least', help: 'Optional. How long it takes' },
    max_days: { label: 'Days, at most', help: optional },
    pickup_address: { label: 'Pick-up address', help: 'Only for pick-up' },
    active: { label: 'Offer this to shoppers' },
    price: { label: 'Price', help: '0 is free' },
    free_from: { label: 'Free from', help: goods },
    rate_per_kg: { label: 'Per kilogram', help: 'Optional. Added for each kilogram or part of one' },
    cod_fee: { label: 'Cash on delivery fee', help: 'Optional. Added if the payment method is cod' },
    zones: {
      label: 'Countries and regions',
      help: 'One country per line, or some of its regions: Kuwait: Hawalli, Ahmadi. Empty: everywhere',
    },
    min_subtotal: { label: 'Smallest order', help: goods },
    max_subtotal: { label: 'Largest order', help: goods },
    max_weight_kg: { label: 'Heaviest order (kg)', help: optional },
    payment_methods: { label: 'Payment methods', help: 'Separated by commas, such as cod, knet. Empty: all' },
    position: { label: 'Position', help: 'Shoppers see the lowest first. Empty: last' },
  },
  wrong: {
    name: 'Enter a name of up to 100 characters.',
    kind: 'Choose one.',
    active: 'Choose one.',
    zones: 'Enter at most 250 countries, and at most 1,000 regions of up to 100 characters.',
    price: `${amount} 0 is free.`,
    free_from: optionalAmount,
    rate_per_kg: optionalAmount,
    cod_fee: optionalAmount,
    min_subtotal: optionalAmount,
    max_subtotal: optionalAmount,
    max_weight_kg: 'Enter kilograms such as 2.5, to the gram, or leave this empty.',
    payment_methods: 'Enter at most 20, separated by commas.',
    min_days: days,
    max_days: days,
    pickup_address: 'Enter at most 500 characters.',
    position: 'Enter a whole number from 0 to 10,000.',
  },
  wrongBecause: {
    subtotals_contradict: 'The smallest order cannot be more than the largest.',
    not_a_pickup: 'Only a pick-up has an address. Remove it, or choose pick-up above.',
  },
  deleteTitle: 'Delete this method',
  deleteHelp: 'To stop offering it for a while, switch it off instead.',
  deleteConsequence: 'Shoppers can no longer choose it. Existing orders keep its name and price.',
}
