import * as z from 'zod'
import { CustomerReference, Named } from './reference.ts'

export type FilterKind =
  | 'customer'
  | 'order'
  | 'product'
  | 'variant'
  | 'channel'
  | 'segment'
  | 'member'
  | 'page'
  | 'platform'

/** What a request filters by, which one of the caller's stores must have (app.expect_filter). */
export type Filtered = { readonly kind: FilterKind; readonly given: string | Named; readonly pointer: string }

type Filter = {
  readonly kind: FilterKind
  /** Whether a value is valid in every store. */
  readonly isKnown: (value: string) => boolean
}

const filters = new WeakMap<object, Filter>()

/**
 * A filter by the id of something, a page's slug or a platform. If none of the caller's stores has it, the request is refused.
 * Values that are `isKnown` are not looked up.
 */
export function filteredBy<Schema extends z.ZodType>(
  kind: FilterKind,
  schema: Schema,
  isKnown: Filter['isKnown'] = () => false,
): Schema {
  filters.set(schema, { kind, isKnown })
  return schema
}

/** Orders or conversations of a customer, or of the one that a customer was merged into. */
export const CustomerFilter = filteredBy(
  'customer',
  CustomerReference.transform((given) => (given instanceof Named ? given : new Named('customer', given))).optional(),
)

type FilterField = Filter & { readonly field: string }

/** The filters that an input takes. */
export const filterFieldsOf = (schema: unknown): readonly FilterField[] =>
  schema instanceof z.ZodObject
    ? Object.entries<z.core.$ZodType>(schema.shape).flatMap(([field, of]) => {
        const filter = filters.get(of)
        return filter ? [{ ...filter, field }] : []
      })
    : []

/** The filters that a request has. */
export function filtersIn(fields: readonly FilterField[], input: unknown): readonly Filtered[] {
  const values: Readonly<Record<string, unknown>> = Object(input)
  return fields.flatMap(({ field, kind, isKnown }): Filtered[] => {
    const given = values[field]
    const isLookedUp = given instanceof Named || (typeof given === 'string' && !isKnown(given))
    return isLookedUp ? [{ kind, given, pointer: `/${field}` }] : []
  })
}
