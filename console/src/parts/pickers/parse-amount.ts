const zeros = [0x0660, 0x06f0]

/** Arabic-Indic and Persian digits as Latin ones. */
const inLatin = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => {
    const code = digit.charCodeAt(0)
    return String(code - (zeros.findLast((zero) => code >= zero) ?? code))
  })

// 1,234 and 12,345,678, as the console writes amounts itself. 0,500 and 12,5 have a decimal comma.
const grouped = /^[1-9]\d{0,2}(,\d{3})+$/

/** With a point, and nothing between thousands. */
function withPoint(text: string): string {
  const [comma, point] = [text.lastIndexOf(','), text.lastIndexOf('.')]
  if (comma === -1) return text
  if (comma > point && point !== -1) return text.replaceAll('.', '').replace(',', '.')
  return point !== -1 || grouped.test(text) ? text.replaceAll(',', '') : text.replace(',', '.')
}

/**
 * What was typed, such as `1,234.5`, `12,5` or `١٢٫٥`, as the service reads amounts. Null: it is none, is negative, or has more
 * decimals than the currency.
 */
export function parseAmount(typed: string, decimals: number): string | null {
  const text = inLatin(typed)
    .replace(/[\s\u066c\p{Default_Ignorable_Code_Point}]/gu, '')
    // The Arabic decimal separator, which nothing else is.
    .replace('\u066b', '.')
    .replaceAll('\u060c', ',')
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d*))?$/.exec(withPoint(text)) ?? []
  if (whole === undefined) return null
  const part = fraction.replace(/0+$/, '')
  if (part.length > decimals) return null
  const units = whole.replace(/^0+(?=\d)/, '')
  return part === '' ? units : `${units}.${part}`
}
