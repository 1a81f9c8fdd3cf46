import { asOwner } from '../../support/sql.ts'

/** What a store charges: 10 % VAT on goods alone, added to their prices, unless `fields` say otherwise. */
const taxOf = (fields: object = {}) => ({
  rate: 10,
  label: 'VAT',
  prices_include_tax: false,
  tax_delivery: false,
  registration_number: null,
  country_rates: [],
  ...fields,
})

export const setTax = ({ id }: { readonly id: string }, fields?: object) =>
  asOwner`update stores set tax = ${JSON.stringify(taxOf(fields))}::jsonb where id = ${id}`
