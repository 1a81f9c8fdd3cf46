import * as z from 'zod'
import { limits } from './limits.ts'
import { Tag, withoutMarks, withoutStrayMarks } from './pasted.ts'

/** Trimmed text of at least one character. */
export const Line = (maxLength: number) => z.string().trim().min(1).max(maxLength)

export const Text = (maxLength: number) => z.string().trim().max(maxLength)

/** An optional field. Many clients send null for a missing value. */
export const maybe = <Schema extends z.ZodType>(schema: Schema) =>
  schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional()

/** RFC 5321 §4.5.3.1.3: a path has at most 256 characters, including two brackets. */
export const Email = z.string().overwrite(withoutMarks).check(z.email()).max(254)

const withoutCase = (text: string) => text.normalize('NFKC').toLowerCase()

/** Of tags that differ in case only, the first stays. The database compares more loosely (app.tag_keys). */
export const Tags = z
  .array(Tag)
  .max(limits.tags.each)
  .transform((tags) => {
    const known = tags.map(withoutCase)
    return tags.filter((tag, at) => known.indexOf(withoutCase(tag)) === at)
  })

export const SearchTerm = z
  .string()
  .overwrite(withoutStrayMarks)
  .max(200)
  .transform((term) => (term === '' ? undefined : term))

const Pasted = z.string().overwrite(withoutMarks)

export const Day = Pasted.check(z.iso.date())

/** A time with an offset, as a URL has it whose + was not encoded. */
const lostPlus = /T[\d:.]+ \d\d:\d\d$/

export const TimeOrDate = z.union([Pasted.check(z.iso.datetime({ offset: true })), Day], {
  error: ({ input }) =>
    typeof input === 'string' && lostPlus.test(input)
      ? 'has a space where its + was. In a URL, send + as %2B, or send the time in UTC, such as 2026-11-21T08:00:00Z'
      : 'must be a time such as 2026-11-21T08:00:00Z, or a date',
})

const Year = z
  .string()
  // JavaScript misreads earlier years as Postgres prints them. An offset can move a time out of the range at either end.
  .refine((time) => /^[1-9]\d{3}-/.test(time), 'must be in the years 1000 to 9999')

export const isDay = (text: string): boolean => text.length === 10

const hour = 3_600_000

/** The first and the last moment, in milliseconds, at which a day begins in some time zone. For a time, both are that time. */
export function beginningsOf(dayOrTime: string): readonly [number, number] {
  const time = Date.parse(dayOrTime)
  return isDay(dayOrTime) ? [time - 14 * hour, time + 12 * hour] : [time, time]
}

/** An RFC 3339 time with an offset, or a date, which stays a date: its bounds depend on the store's time zone. */
export const DayOrMoment = TimeOrDate.transform((value) => (isDay(value) ? value : new Date(value).toISOString())).pipe(
  Year,
)

/** Segments of merchant paths under /api/storefront, which therefore may not be store slugs. */
export const reservedSlugs = ['pages', 'publish', 'rollback', 'versions'] as const

export const StoreSlug = z
  .string()
  .overwrite(withoutMarks)
  .max(60)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must consist of lower-case letters, digits and single hyphens')

/** Allows letters and digits of any script, so that an Arabic title has an Arabic slug. One that is written in two ways is one slug. */
export const Slug = z
  .string()
  .overwrite((text) => withoutMarks(text).normalize('NFKC'))
  .max(100)
  .regex(/^[\p{L}\p{N}\p{M}]+(-[\p{L}\p{N}\p{M}]+)*$/u, 'must consist of letters, digits and single hyphens')
  .toLowerCase()

const withoutAccents = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFKC').toLowerCase()

/** '' if the text has no Latin letters or digits. */
export const asciiSlug = (text: string): string => trimHyphens(withoutAccents(text).replace(/[^a-z0-9]+/g, '-'), 50)

export const slugOf = (text: string): string =>
  trimHyphens(withoutAccents(text).replace(/(?:[^\p{L}\p{N}]|\p{Default_Ignorable_Code_Point})+/gu, '-'), 80)

/** The slug to use if something else in the store already has `slug`: with the random end of the id. */
export const uniqueSlug = (slug: string, id: string): string => `${slug}-${id.slice(-8)}`

const trimHyphens = (text: string, maxLength: number) =>
  Array.from(text)
    .slice(0, maxLength)
    .join('')
    .replace(/^-+|-+$/g, '')

/** One or several of the values. In a query, they are separated by commas, or the parameter is repeated. */
export const severalOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.preprocess(
    (given) => [given].flat().flatMap((each: unknown) => (typeof each === 'string' ? each.split(',') : [each])),
    z
      .array(z.enum(values))
      .min(1)
      // The same filter whatever the order, so that it has the same cursors.
      .transform((given) => [...new Set(given)].toSorted()),
  )

/** Removes what PostgreSQL text cannot store: NUL and unpaired surrogates. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()
