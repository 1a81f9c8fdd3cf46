import { sql } from 'drizzle-orm'
import { bigint, customType, text, timestamp, uuid, integer } from 'drizzle-orm/pg-core'

/** UUIDv7, created in the Worker, so that a retried write has the same id. */
export const idColumn = () => uuid('id').notNull()

export const storeId = () => uuid('store_id').notNull()

/** In milliseconds, so that converting to a JavaScript Date loses nothing and cursors stay exact. */
export const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

export const createdAt = () => time('created_at').notNull().defaultNow()
export const updatedAt = () => time('updated_at').notNull().defaultNow()

/** An amount in minor units of the store's currency. */
export const minor = (name: string) => bigint(name, { mode: 'number' })

/** A sum of such amounts, which may exceed any integer type. */
export const minorSum = customType<{ data: bigint; driverData: string }>({
  dataType: () => 'numeric',
  toDriver: String,
  fromDriver: BigInt,
})

export const count = (name: string) => bigint(name, { mode: 'number' })

export const texts = (name: string) =>
  text(name)
    .array()
    .notNull()
    .default(sql`'{}'::text[]`)

export const tags = () => texts('tags')

/** What `tags` are compared by. Each tag is shown as it was written. */
export const tagKeys = () =>
  text('tag_keys')
    .array()
    .generatedAlwaysAs(sql`app.tag_keys(tags)`)

/** The same of except_tags. */
export const exceptTagKeys = () =>
  text('except_tag_keys')
    .array()
    .generatedAlwaysAs(sql`app.tag_keys(except_tags)`)

/** Increases by one with every change. The ETag of the resource. */
export const versionColumn = () => integer('version').notNull().default(1)

const bytes = customType<{ data: string; driverData: string }>({
  dataType: () => 'bytea',
  toDriver: (hex) => `\\x${hex}`,
  fromDriver: (bytes) => bytes.slice(2),
})

/** The SHA-256 of a secret, as hex in TypeScript. */
export const digest = (name: string) => bytes(name)

/** Condition for a check constraint: the column has one of the values. */
export const oneOf = (column: string, values: readonly string[]) =>
  sql.raw(`${column} in (${values.map((value) => `'${value}'`).join(', ')})`)
