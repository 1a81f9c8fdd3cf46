import * as z from 'zod'

/** A text of one line, without surrounding white space. */
export const Line = (most: number) => z.string().trim().min(1).max(most)

export const Text = (most: number) => z.string().trim().max(most)

/** An optional field that many clients send as null where they have nothing to say. */
export const maybe = <Schema extends z.ZodType>(schema: Schema) =>
  schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional()

/** RFC 5321 §4.5.3.1.3: a path has 256 characters, two of which are its brackets. */
export const Email = z.email().max(254)

export const Tags = z
  .array(Line(64))
  .max(50)
  .transform((tags) => [...new Set(tags)])

export const SearchTerm = z
  .string()
  .trim()
  .max(200)
  .transform((term) => (term === '' ? undefined : term))

const Written = z.union(
  [z.iso.datetime({ offset: true }), z.iso.date()],
  'Give a time such as 2026-11-21T08:00:00Z, or a date',
)

const Year = z
  .string()
  // What Postgres writes of earlier years JavaScript reads as other ones or not at all; an offset can lead past either end.
  .refine((time) => /^[1-9]\d{3}-/.test(time), 'Give a time of the years 1000 to 9999')

/** A time as RFC 3339 with an offset, or a date, which stands for its first moment in UTC. */
export const Moment = Written.transform((value) => new Date(value).toISOString()).pipe(Year)

export const isDay = (text: string): boolean => text.length === 10

/** A time as RFC 3339 with an offset, or a date, which stays one: whose day it is depends on the store's time zone. */
export const DayOrMoment = Written.transform((value) => (isDay(value) ? value : new Date(value).toISOString())).pipe(
  Year,
)

/** First segments of public storefront paths that are the merchant's own, and no store. */
export const reservedSlugs = ['pages', 'publish', 'rollback', 'versions'] as const

export const StoreSlug = z
  .string()
  .max(60)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Give lower-case letters, digits and single hyphens')

/** Letters and digits of any script: an Arabic title makes an Arabic slug. */
export const Slug = z
  .string()
  .max(100)
  .regex(/^[\p{L}\p{N}\p{M}]+(-[\p{L}\p{N}\p{M}]+)*$/u, 'Give letters, digits and single hyphens')
  .toLowerCase()

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** '' where the text has no Latin letter or digit. */
export const asciiSlug = (text: string): string => joined(plain(text).replace(/[^a-z0-9]+/g, '-'), 50)

export const slugOf = (text: string): string => joined(plain(text).replace(/[^\p{L}\p{N}]+/gu, '-'), 80)

const joined = (text: string, most: number) =>
  Array.from(text)
    .slice(0, most)
    .join('')
    .replace(/^-+|-+$/g, '')
