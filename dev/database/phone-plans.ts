import metadata from 'libphonenumber-js/metadata.max.json'

// How libphonenumber-js 1.13 orders what it knows of a country: the comments of its METADATA.md, and source/metadata.js.
const at = { callingCode: 0, pattern: 2, lengths: 3, nationalPrefix: 5, prefixForParsing: 7, transform: 8, types: 11 }

/** How numbers are written inside a country. */
type Plan = {
  readonly code: unknown
  /** A regular expression of what is left off a national number, such as 0. */
  readonly prefix?: unknown
  /** What stands in for the prefix, if that had a last group. */
  readonly transform?: unknown
  readonly pattern: unknown
  readonly lengths: unknown
}

const countries: readonly (readonly [name: string, country: readonly unknown[]])[] = Object.entries(metadata.countries)

function planOf(country: readonly unknown[]): Plan {
  const prefix = country[at.prefixForParsing] || country[at.nationalPrefix]
  return {
    code: country[at.callingCode],
    ...(prefix ? { prefix } : {}),
    ...(country[at.transform] ? { transform: String(country[at.transform]).replaceAll('$', '\\') } : {}),
    pattern: country[at.pattern],
    lengths: country[at.lengths],
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The patterns of a country's numbers, for fixed lines, mobiles and so on, by length. */
const numbersOf = (country: readonly unknown[]): readonly (readonly [length: string, pattern: string])[] => {
  const types = listOf(country[at.types])
    .map(listOf)
    .filter(([pattern]) => pattern)
  return (types.length === 0 ? [[country[at.pattern]]] : types).flatMap(([pattern, lengths]) =>
    listOf(lengths ?? country[at.lengths]).map((length) => [String(length), String(pattern)] as const),
  )
}

/** One regular expression of all numbers with a calling code for each length: many small ones cost more. */
function numbersByCode(): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const codes = new Map<string, Map<string, Set<string>>>()
  for (const [, country] of countries) {
    const code = String(country[at.callingCode])
    const byLength = codes.get(code) ?? new Map<string, Set<string>>()
    codes.set(code, byLength)
    for (const [length, pattern] of numbersOf(country))
      byLength.set(length, (byLength.get(length) ?? new Set()).add(pattern))
  }
  return Object.fromEntries(
    [...codes].map(([code, byLength]) => [
      code,
      Object.fromEntries([...byLength].map(([length, patterns]) => [length, `^(?:${[...patterns].join('|')})$`])),
    ]),
  )
}

/** A JSON object as SQL, with two members in a line. */
function objectOf(members: readonly (readonly [name: string, value: unknown])[]): string {
  const texts = members.map(([name, value]) => `"${name}": ${JSON.stringify(value).replaceAll("'", "''")}`)
  const lines = texts.flatMap((text, nth) => (nth % 2 === 0 ? [[text, texts[nth + 1]].filter(Boolean).join(', ')] : []))
  return `'{\n    ${lines.join(',\n    ')}\n  }'::jsonb`
}

const returning = (
  name: string,
  parameter: string,
  object: string,
) => `CREATE OR REPLACE FUNCTION app.${name}(${parameter} text) RETURNS jsonb
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
AS $plans$
BEGIN
  RETURN ${object} -> ${parameter};
END
$plans$;
`

/** The SQL functions that know the numbering plans of all countries. */
export const phonePlansSql =
  (): string => `-- Written by npm run db:generate from the metadata of libphonenumber-js (MIT), which are those of Google's libphonenumber
-- (Apache License 2.0).

-- The numbering plan of a country. The first call in a session reads the plans of all: tens of milliseconds, with the first number.
${returning('phone_plan', 'p_country', objectOf(countries.map(([name, country]) => [name, planOf(country)])))}
-- The numbers with a calling code: a regular expression by length.
${returning('phone_numbers', 'p_code', objectOf(Object.entries(numbersByCode())))}`
