import type * as z from 'zod'
import type { Store } from '../../stores/store.ts'
import { type Draft, isTicked, numberIn, tick } from '../ui/draft.ts'
import { countryRatesIn, countryRatesText } from './country-rates.ts'

export type TaxField =
  | 'charged'
  | 'rate'
  | 'label'
  | 'prices'
  | 'tax_delivery'
  | 'registration_number'
  | 'country_rates'

export type TaxDraft = Draft<TaxField>

type Tax = z.output<typeof Store>['tax']

export function savedTax(tax: Tax): TaxDraft {
  const values: Record<TaxField, string> = {
    charged: tax ? 'yes' : 'no',
    rate: String(tax?.rate ?? ''),
    label: tax?.label ?? '',
    prices: tax ? (tax.prices_include_tax ? 'included' : 'added') : '',
    tax_delivery: tick(tax?.tax_delivery ?? false),
    registration_number: tax?.registration_number ?? '',
    country_rates: countryRatesText(tax?.country_rates ?? []),
  }
  return { valueOf: (field) => values[field], errors: new Map() }
}

/** The tax as a person typed it, for the operation to check. */
export function taxIn(valueOf: TaxDraft['valueOf']) {
  if (valueOf('charged') === 'no') return { tax: null, countryError: undefined }
  const { rates, error } = countryRatesIn(valueOf('country_rates'))
  const tax = {
    rate: numberIn(valueOf('rate')),
    label: valueOf('label'),
    prices_include_tax: { included: true, added: false }[valueOf('prices')],
    tax_delivery: isTicked(valueOf('tax_delivery')),
    registration_number: valueOf('registration_number') || null,
    country_rates: rates,
  }
  return { tax, countryError: error }
}

const fieldOfStep: Readonly<Record<string, TaxField>> = {
  rate: 'rate',
  label: 'label',
  prices_include_tax: 'prices',
  registration_number: 'registration_number',
  country_rates: 'country_rates',
}

export const taxTexts = {
  fieldAt: (pointer: string): TaxField | undefined => fieldOfStep[pointer.split('/')[2] ?? ''],
  byField: {
    charged: 'Choose one.',
    rate: 'Enter a rate from 0 to 100 with at most 4 decimals, such as 8.875.',
    label: 'Enter what shoppers read, such as VAT, in at most 50 characters.',
    prices: 'Choose whether your prices include the tax.',
    tax_delivery: 'Choose one.',
    registration_number: 'Enter at most 50 characters.',
    country_rates: 'Each rate must be from 0 to 100 with at most 4 decimals.',
  },
  byCode: {},
} as const
