import { countryCodes } from '../../known-country.ts'

const english = new Intl.DisplayNames('en', { type: 'region' })
const arabic = new Intl.DisplayNames('ar', { type: 'region' })

export const countryName = (code: string): string => english.of(code) ?? code

let codes: ReadonlyMap<string, string> | undefined

/** The code of a country that a person names by its code, or in English or Arabic. */
export function countryCodeOf(text: string): string | undefined {
  codes ??= new Map(
    countryCodes.flatMap((code) =>
      [code, english.of(code) ?? code, arabic.of(code) ?? code].map((name) => [name.toLowerCase(), code]),
    ),
  )
  return codes.get(text.trim().toLowerCase())
}

export const unknownCountry = (line: number, name: string): string =>
  `Line ${line}: “${name}” is not a country. Use its name or its two-letter code, such as KW.`
