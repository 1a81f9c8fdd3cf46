import { countryCodeOf, countryName, unknownCountry } from '../ui/country-text.ts'
import { linesIn, numberIn } from '../ui/draft.ts'

type Rate = { readonly country: string; readonly rate: number }

/** One line per country, such as “Saudi Arabia 15”. */
export const countryRatesText = (rates: readonly Rate[]): string =>
  rates.map(({ country, rate }) => `${countryName(country)} ${rate}`).join('\n')

/** The rates as a person typed them, and what is wrong with the first line that is not one. */
export function countryRatesIn(text: string): { rates: unknown[]; error: string | undefined } {
  const rates: { country: string; rate: unknown }[] = []
  for (const { number, line } of linesIn(text)) {
    const [, name = line, typed = ''] =
      /^(.*?)[\s:=]+(-?\d[^\s%]*|[\u0660-\u0669\u06f0-\u06f9][^\s%]*)\s*%?$/.exec(line) ?? []
    const country = countryCodeOf(name)
    const rate = numberIn(typed)
    if (country === undefined) return { rates, error: unknownCountry(number, name) }
    if (typeof rate !== 'number')
      return { rates, error: `Line ${number}: write the country and its rate, such as Saudi Arabia 15.` }
    if (rates.some((other) => other.country === country))
      return { rates, error: `Line ${number}: ${countryName(country)} has a rate already.` }
    rates.push({ country, rate })
  }
  return { rates, error: undefined }
}
