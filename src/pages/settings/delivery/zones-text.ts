import type { DeliveryMethod } from '../../../areas/delivery-methods/delivery-method.ts'
import type * as z from 'zod'
import { countryCodeOf } from '../words/country-text.ts'
import { linesIn } from '../page/draft.ts'
import type { Language } from '../../../platform/values/language.ts'
import { formatsIn, wordsIn } from '../words/words.ts'

type Zones = z.output<typeof DeliveryMethod>['zones']

// A region with a comma is in quotes.
const regionText = (region: string) => (/[,،"]/.test(region) ? `"${region.replaceAll('"', '')}"` : region)

/** One line per country, such as “Kuwait: Hawalli, Ahmadi”. */
export const zonesText = (zones: Zones, language: Language): string =>
  zones
    .map(({ country, regions = [] }) =>
      [
        formatsIn(language).countryName(country),
        ...(regions.length > 0 ? [regions.map(regionText).join(', ')] : []),
      ].join(': '),
    )
    .join('\n')

/** The zones as a person typed them, and what is wrong with the first line that is not one. */
export function zonesIn(text: string, language: Language): { zones: Zones; error: string | undefined } {
  const zones: Zones = []
  for (const { number, line } of linesIn(text)) {
    const [, name = '', after = ''] = /^([^:]*):?(.*)$/.exec(line) ?? []
    const country = countryCodeOf(name)
    if (country === undefined) return { zones, error: wordsIn(language).ui.unknownCountry(number, name.trim()) }
    const regions = [...after.matchAll(/"([^"]*)"|[^,،"]+/g)].map(([plain, quoted]) => (quoted ?? plain).trim())
    zones.push({ country, regions: regions.filter((region) => region !== '') })
  }
  return { zones, error: undefined }
}
