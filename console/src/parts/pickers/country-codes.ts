// Regions of Unicode that have a name and are no countries: groups, outlying parts of countries, and codes for tests.
const others = 'AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' ')

const letters = Array.from({ length: 26 }, (_, nth) => String.fromCharCode(65 + nth))

/** Every country: the browser knows their names, so that no list of ours has to. */
export function countryCodes(): readonly string[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => names.of(code) !== undefined && isCurrent(code) && !others.includes(code))
}

/** A code that was replaced by another, such as UK or SU, has the name of that one. */
const isCurrent = (code: string): boolean => new Intl.Locale(`und-${code}`).region === code
