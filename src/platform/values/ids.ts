import { v7 } from 'uuid'
import * as z from 'zod'
import { Line } from './text.ts'

/** UUIDv7 (RFC 9562): sorts by creation time. */
export const newId = (): string => v7()

const Uuid = z.guid().toLowerCase()

export const isId = (value: string): boolean => Uuid.safeParse(value).success

/** The text as an id; null if it is not a UUID. */
export const uuidOf = (text: string | undefined): string | null =>
  text !== undefined && isId(text) ? text.toLowerCase() : null

export const id = (what: string) => Uuid.describe(`Id of the ${what} (UUID)`)

/** The id of a resource in the merchant's other software; unique among resources of its kind in the store. */
export const ExternalId = Line(200)
  .describe('Id in your own or another system, unique in the store')
  .meta({ tool: false })
