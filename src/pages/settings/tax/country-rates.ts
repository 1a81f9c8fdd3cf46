import { countryCodeOf } from '../ui/country-text.ts'
import { linesIn, numberIn } from '../page/draft.ts'
import type { Language } from '../words/language.ts'
import { formatsIn, wordsIn } from '../words/words.ts'

type Rate = { readonly country: string; readonly rate: number }

/** One line per country, such as “Saudi Arabia 15”. */
export const countryRatesText = (rates: readonly Rate[], language: Language): string =>
  rates.map(({ country, rate }) => `${formatsIn(language).countryName(country)} ${rate}`).join('\n')

/** The rates as a person typed them, and what is wrong with the first line that is not one. */
export function countryRatesIn(text: string, language: Language): { rates: unknown[]; error: string | undefined } {
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
