import type * as z from 'zod'
import type { Store } from '../../../areas/stores/store.ts'
import { fieldNamed, type FormDraft, isTicked, linesIn, numberIn, type Texts, tick } from '../page/draft.ts'
import { countryCodeOf } from '../words/country-text.ts'
import type { Language } from '../../../platform/values/language.ts'
import { formatsIn, wordsIn } from '../words/words.ts'

type Rate = { readonly country: string; readonly rate: number }

/** One line per country, such as “Saudi Arabia 15”. */
const countryRatesText = (rates: readonly Rate[], language: Language): string =>
  rates.map(({ country, rate }) => `${formatsIn(language).countryName(country)} ${rate}`).join('\n')

/** The rates as a person typed them, and what is wrong with the first line that is not one. */
function countryRatesIn(text: string, language: Language): { rates: unknown[]; error: string | undefined } {
  const words = wordsIn(language)
  const rates: { country: string; rate: unknown }[] = []
  for (const { number, line } of linesIn(text)) {
    const [, name = line, typed = ''] =
      /^(.*?)[\s:=]+(-?\d[^\s%]*|[\u0660-\u0669\u06f0-\u06f9][^\s%]*)\s*%?$/.exec(line) ?? []
    const country = countryCodeOf(name)
    const rate = numberIn(typed)
    if (country === undefined) return { rates, error: words.ui.unknownCountry(number, name) }
    if (typeof rate !== 'number') return { rates, error: words.tax.countryAndRate(number) }
    if (rates.some((other) => other.country === country))
      return { rates, error: words.tax.rateTwice(number, formatsIn(language).countryName(country)) }
    rates.push({ country, rate })
  }
  return { rates, error: undefined }
}

const taxFields = [
  'charged',
  'rate',
  'label',
  'prices',
  'tax_delivery',
  'registration_number',
  'country_rates',
] as const

export type TaxField = (typeof taxFields)[number]

export type TaxDraft = FormDraft<TaxField>

type Tax = z.output<typeof Store>['tax']

export function savedTax(tax: Tax, language: Language): TaxDraft {
  const values: Record<TaxField, string> = {
    charged: tax ? 'yes' : 'no',
    rate: String(tax?.rate ?? ''),
    label: tax?.label ?? '',
    prices: tax ? (tax.prices_include_tax ? 'included' : 'added') : '',
    tax_delivery: tick(tax?.tax_delivery ?? false),
    registration_number: tax?.registration_number ?? '',
    country_rates: countryRatesText(tax?.country_rates ?? [], language),
  }
  return { valueOf: (field) => values[field], errors: new Map() }
}

/** The tax as a person typed it, for the operation to check. */
export function taxIn(valueOf: TaxDraft['valueOf'], language: Language) {
  if (valueOf('charged') === 'no') return { tax: null, countryError: undefined }
  const { rates, error } = countryRatesIn(valueOf('country_rates'), language)
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

const fieldOf = fieldNamed(taxFields, { prices_include_tax: 'prices' })

export const taxTexts = (language: Language): Texts<TaxField> => ({
  fieldAt: (pointer) => fieldOf(pointer.split('/')[2]),
  byField: wordsIn(language).tax.wrong,
})
