import * as z from 'zod'
import { type AddressText, addressTexts } from '../../../platform/values/address.ts'
import { formatOf, googleRegions, needsOf } from '../../../platform/values/address-format.ts'
import { citiesOf } from './arabic-cities.ts'
import { arabicRegions } from './arabic-regions.ts'
import { labelIn } from './part-labels.ts'

const Translated = z.strictObject({ en: z.string(), ar: z.string() })

const PartName = z.enum(addressTexts)

/** How an address of a country is written. */
export const AddressFormat = z.strictObject({
  country: z.string(),
  parts: z
    .array(
      z.strictObject({
        name: PartName.describe('The field of `address`'),
        label: Translated.describe('What the country calls it'),
        required: z.boolean().describe('Whether an order is refused without it'),
        alternative: PartName.nullable().describe('The part that can be sent instead, if any'),
      }),
    )
    .describe('In the order of the country'),
  regions: z
    .array(
      z.strictObject({
        code: z.string().nullable().describe('ISO 3166-2, without the code of the country'),
        name: Translated.describe('In a language of the country, where the service knows no translation'),
        cities: z
          .array(z.strictObject({ name: Translated }))
          .describe(
            'The best known cities of the region; in AE, BH and KW, where an address needs no city, its areas (districts), too. `city` and `area` can be any text. Empty if the service knows none',
          ),
      }),
    )
    .describe('Empty if the service does not know them. `region` can be any text'),
})

/** Google's formats have no place for an area here, but couriers go by it, and app.place_names knows areas. */
const withAreas: readonly string[] = ['AE', 'BH', 'KW', 'OM', 'QA', 'SA']

export function addressFormatOf(country: string): z.output<typeof AddressFormat> {
  const regions = regionsOf(country)
  const needs = needsOf(country)
  return {
    country,
    parts: partsOf(country, regions.length > 0).map((name) => {
      const need = needs.find(({ part }) => part === name)
      return {
        name,
        label: labelIn(country, name),
        required: need !== undefined,
        alternative: need?.alternative ?? null,
      }
    }),
    regions,
  }
}

/** What the format has a place for, and what belongs to an address besides. */
function partsOf(country: string, hasRegions: boolean): readonly AddressText[] {
  const after: { readonly [Part in AddressText]?: readonly AddressText[] } = {
    recipient: ['phone'],
    line1: ['line2', ...(withAreas.includes(country) ? (['area'] as const) : [])],
  }
  const written = formatOf(country).flatMap((part) => [part, ...(after[part] ?? [])])
  const others = [...(hasRegions ? (['region'] as const) : []), ...needsOf(country).map(({ part }) => part)]
  return [...new Set([...written, ...others])]
}

function regionsOf(country: string) {
  const known = arabicRegions[country]
  if (known) return known.map(([code, en, ar]) => ({ code, name: { en, ar }, cities: citiesOf(country, code) }))
  return googleRegions(country).map(({ key, name }) => ({
    // Where ISO has no code, Google's key is the name.
    code: /^[A-Z0-9]{1,3}$/.test(key) ? key : null,
    name: { en: name, ar: name },
    cities: [],
  }))
}
