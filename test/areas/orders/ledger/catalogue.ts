import type { Rules } from './books.ts'

// What the stores of the ledger sell, and on which terms.

/** Prices in minor units. */
export const catalogue = {
  Scarf: { price: 1_235, weight_g: 700, taxable: true },
  Shawl: { price: 10_990, weight_g: 1300, taxable: true },
  Book: { price: 333, weight_g: 0, taxable: false },
} as const

export type GoodsName = keyof typeof catalogue
export const goodsNames = ['Scarf', 'Shawl', 'Book'] as const satisfies readonly GoodsName[]

/** Amounts in minor units. */
export const methods = {
  Standard: { price: 1_500, rate_per_kg: 101, cod_fee: 250, free_from: 60_000, zones: ['KW', 'BH'] },
  Courier: { price: 2_333, cod_fee: 333, zones: [] },
  'Card only': { price: 777, payment_methods: ['card'], zones: [] },
} as const

export type MethodName = keyof typeof methods
export const methodNames = ['Standard', 'Courier', 'Card only'] as const satisfies readonly MethodName[]

/** None has a limit on its uses, so that a fresh quote can name the code of an order. */
export const discounts = [
  { name: 'Autumn', automatic: true, kind: 'percentage', value: 5, min: 20_000, combines: true },
  { code: 'TEN', kind: 'percentage', value: 10 },
  { code: 'BULK', kind: 'percentage', value: 33.3333, min_quantity: 3, combines: true },
  { code: 'SEVEN', kind: 'fixed', minor: 700, scarvesOnly: true, combines: true },
  { code: 'FREE', kind: 'free_delivery' },
] as const

export const codes = ['TEN', 'BULK', 'SEVEN', 'FREE'] as const

/** Three decimals, with tax on top of prices and of delivery. */
export const onTop: Rules = {
  currency: 'KWD',
  decimals: 3,
  included: false,
  onDelivery: true,
  rates: { '': 123_456, BH: 50_000 },
}

/** Two decimals, with prices that include the tax. */
export const inclusive: Rules = {
  currency: 'USD',
  decimals: 2,
  included: true,
  onDelivery: false,
  rates: { '': 152_500, BH: 0 },
}
