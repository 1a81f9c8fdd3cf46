import * as z from 'zod'
import { isId } from '../values/ids.ts'
import { CustomerReference, Named } from './reference.ts'

export const filterKinds = ['customer', 'order', 'product', 'variant', 'channel', 'segment', 'member', 'page'] as const
export type FilterKind = (typeof filterKinds)[number]

/** What a request filters by, which one of the caller's stores must have (app.expect_filter). */
export type Filtered = { readonly kind: FilterKind; readonly given: string | Named; readonly pointer: string }

const kinds = new WeakMap<object, FilterKind>()

/** A filter by the id of something, or by a page's slug. If none of the caller's stores has it, the request is refused. */
export function filteredBy<Schema extends z.ZodType>(kind: FilterKind, schema: Schema): Schema {
  kinds.set(schema, kind)
  return schema
}

/** Orders or conversations of a customer, or of the one that a customer was merged into. */
export const CustomerFilter = filteredBy(
  'customer',
  CustomerReference.transform((given) => (given instanceof Named ? given : new Named('customer', given))).optional(),
)

/** The kinds of the filters of an input, by field. */
export const filterKindsIn = (schema: unknown): readonly (readonly [string, FilterKind])[] =>
  schema instanceof z.ZodObject
    ? Object.entries<z.core.$ZodType>(schema.shape).flatMap(([field, of]) => {
        const kind = kinds.get(of)
        return kind ? [[field, kind] as const] : []
      })
    : []

/** The filters that a request has. */
export function filtersIn(fields: readonly (readonly [string, FilterKind])[], input: unknown): readonly Filtered[] {
  const values: Readonly<Record<string, unknown>> = Object(input)
  return fields.flatMap(([field, kind]): Filtered[] => {
    const given = values[field]
    if (!(given instanceof Named) && typeof given !== 'string') return []
    // A filter by assignee also takes me and none.
    if (kind === 'member' && !isId(String(given))) return []
    return [{ kind, given, pointer: `/${field}` }]
  })
}
