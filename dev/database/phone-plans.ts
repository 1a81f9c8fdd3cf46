import metadata from 'libphonenumber-js/metadata.max.json'

// How libphonenumber-js 1.13 orders what it knows of a country: the comments of its METADATA.md, and source/metadata.js.
const at = { callingCode: 0, pattern: 2, lengths: 3, nationalPrefix: 5, prefixForParsing: 7, transform: 8, types: 11 }

/** The numbering plan of a country: how its numbers are written inside it, and which of them are in use. */
type Plan = {
  readonly code: unknown
  /** A regular expression of what is left off a national number, such as 0. */
  readonly prefix?: unknown
  /** What stands in for the prefix, if that had a last group. */
  readonly transform?: unknown
  readonly pattern: unknown
  readonly lengths: unknown
  /** For fixed lines, mobiles and so on: a pattern, and the lengths if they are not those of the plan. */
  readonly types: readonly unknown[]
}

function planOf(country: readonly unknown[]): Plan {
  const prefix = country[at.prefixForParsing] || country[at.nationalPrefix]
  const types = country[at.types]
  return {
    code: country[at.callingCode],
    ...(prefix ? { prefix } : {}),
    ...(country[at.transform] ? { transform: String(country[at.transform]).replaceAll('$', '\\') } : {}),
    pattern: country[at.pattern],
    lengths: country[at.lengths],
    types: Array.isArray(types) ? types.filter((type) => Array.isArray(type) && type[0] !== '') : [],
  }
}

const quoted = (text: string) => text.replaceAll("'", "''")

/** The SQL function that knows the numbering plans of all countries. */
export const phonePlansSql =
  (): string => `-- Written by npm run db:generate from the metadata of libphonenumber-js (MIT), which are those of Google's libphonenumber
-- (Apache License 2.0).

-- The numbering plan of a country. The first call in a session reads the plans of all, which takes a millisecond.
CREATE OR REPLACE FUNCTION app.phone_plan(p_country text) RETURNS jsonb
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
AS $plans$
BEGIN
  RETURN '{
${Object.entries(metadata.countries)
  .map(([country, plan], nth) => `${nth % 2 === 0 ? '    ' : ' '}"${country}": ${quoted(JSON.stringify(planOf(plan)))}`)
  .map((plan, nth, { length }) => (nth === length - 1 ? plan : `${plan},${nth % 2 === 0 ? '' : '\n'}`))
  .join('')}
  }'::jsonb -> p_country;
END
$plans$;

-- The countries that share a calling code, the main one first.
CREATE OR REPLACE FUNCTION app.phone_countries(p_code text) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT CASE p_code
${Object.entries(metadata.country_calling_codes)
  .filter(([, countries]) => countries.length > 1)
  .map(([code, countries]) => `    WHEN '${code}' THEN '{${countries.join(',')}}'::text[]`)
  .join('\n')}
  END
$$;
`
