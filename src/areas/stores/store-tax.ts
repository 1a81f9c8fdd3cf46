import * as z from 'zod'
import type { StoredTax } from '../../platform/db/schema/stores.ts'
import { Country } from '../../platform/values/country.ts'
import { Identifier } from '../../platform/values/pasted.ts'
import { Line } from '../../platform/values/text.ts'

// JavaScript prints the smallest numbers with an exponent. The bounds report other numbers.
const hasFourDecimals = (rate: number) => rate < 0 || rate > 100 || /^\d+(\.\d{1,4})?$/.test(String(rate))

const Rate = z.number().min(0).max(100).refine(hasFourDecimals, 'must have at most 4 decimals')

export const StoreTax = z.object({
  rate: z.number().describe('In percent'),
  label: z.string(),
  prices_include_tax: z.boolean(),
  tax_delivery: z.boolean(),
  registration_number: z.string().nullable(),
  country_rates: z.array(z.object({ country: z.string(), rate: z.number() })),
})

export const StoreTaxInput = z.strictObject({
  rate: Rate.describe('In percent, with at most 4 decimals. For destinations without a rate of their own'),
  label: Line(50).describe('What shoppers read, such as VAT'),
  prices_include_tax: z.boolean().describe('Whether prices include the tax; otherwise it is added to them'),
  tax_delivery: z.boolean().default(false).describe('Whether delivery is taxed'),
  registration_number: Identifier(50).nullable().default(null),
  country_rates: z
    .array(z.strictObject({ country: Country, rate: Rate }))
    .max(250)
    .default([])
    .superRefine((rates, context) => {
      const seen = new Set<string>()
      for (const [index, { country }] of rates.entries()) {
        if (seen.has(country))
          context.addIssue({
            code: 'custom',
            path: [index, 'country'],
            message: 'must be listed only once',
            params: { code: 'duplicate' },
          })
        seen.add(country)
      }
    })
    .describe('Rates for destinations in these countries'),
})

export const toStoreTax = ({ country_rates, ...tax }: StoredTax): z.output<typeof StoreTax> => ({
  ...tax,
  country_rates: country_rates.map(({ country, rate }) => ({ country, rate })),
})
