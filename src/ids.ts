import { v7 } from 'uuid'
import * as z from 'zod'

/** UUIDv7 (RFC 9562): sorts by the time it was made. */
export const newId = (): string => v7()

const Uuid = z.guid().toLowerCase()

export const isId = (value: string): boolean => Uuid.safeParse(value).success

export const id = (what: string) => Uuid.describe(`Id of the ${what} (UUID)`)
