import { v7 } from 'uuid'
import * as z from 'zod'
import { Line } from './text.ts'

/** UUIDv7 (RFC 9562): sorts by the time it was made. */
export const newId = (): string => v7()

const Uuid = z.guid().toLowerCase()

export const isId = (value: string): boolean => Uuid.safeParse(value).success

/** The id that a text of somebody else's may be; null where it is none. */
export const uuidOf = (given: string | undefined): string | null =>
  given !== undefined && isId(given) ? given.toLowerCase() : null

export const id = (what: string) => Uuid.describe(`Id of the ${what} (UUID)`)

/** What a merchant's other software calls the thing; unique among its kind in the store. */
export const ExternalId = Line(200).describe(
  'Its id in the shop that it came from, or in your own software; unique in the store',
)
