import { v7 } from 'uuid'
import * as z from 'zod'
import { Identifier, withoutMarks } from './pasted.ts'

/** UUIDv7 (RFC 9562): sorts by creation time. */
export const newId = (): string => v7()

const Exact = z.guid()

const Uuid = z.string().overwrite(withoutMarks).check(Exact).toLowerCase()

/** Whether it is a UUID as it stands. */
export const isId = (value: string): boolean => Exact.safeParse(value).success

/** The text as an id; null if it is not a UUID. */
export const uuidOf = (text: string | undefined): string | null => Uuid.safeParse(text).data ?? null

export const id = (what: string) => Uuid.describe(`Id of the ${what} (UUID)`)

/** The id of a resource in the merchant's other software; unique among resources of its kind in the store. */
export const ExternalId = Identifier(200)
  .describe('Id in your own or another system, unique in the store')
  .meta({ tool: false })
