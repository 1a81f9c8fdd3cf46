import { countryCodes } from '../../../platform/values/country.ts'
import { languages } from '../../../platform/values/language.ts'

/** Everyday names that are not those of the Unicode CLDR. */
const everydayNames = { uae: 'AE', ksa: 'SA', usa: 'US', الإمارات: 'AE', السعودية: 'SA' } as const

let codes: ReadonlyMap<string, string> | undefined

/** The code of a country that a person names by its code, or in English or Arabic. */
export function countryCodeOf(text: string): string | undefined {
  codes ??= new Map([...Object.entries(everydayNames), ...knownNames()])
  return codes.get(text.trim().toLowerCase())
}

/** Short names too, such as UK. */
function knownNames(): [string, string][] {
  const everyName = languages.flatMap((language) =>
    (['long', 'short'] as const).map((style) => new Intl.DisplayNames(language, { type: 'region', style })),
  )
  return countryCodes.flatMap((code) =>
    [code, ...everyName.map((names) => names.of(code) ?? code)].map((name): [string, string] => [
      name.toLowerCase(),
      code,
    ]),
  )
}
