import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import * as z from 'zod'
import { isId } from '../values/ids.ts'
import { withoutMarks } from '../values/pasted.ts'
import { hasEnoughDigits } from '../values/phone.ts'

export const referenceKinds = [
  'order',
  'customer',
  'product',
  'variant',
  'collection',
  'discount',
  'delivery_method',
  'page',
] as const
export type ReferenceKind = (typeof referenceKinds)[number]

/**
 * What a request calls a resource in place of its id, such as the number of an order. The batch finds the id right after it
 * opens the tenant context (app.find). In SQL, this is that id. A request names at most one resource of each kind.
 */
export class Named implements SQLWrapper {
  readonly kind: ReferenceKind
  readonly name: string

  constructor(kind: ReferenceKind, name: string) {
    this.kind = kind
    this.name = name
  }

  getSQL(): SQL {
    return idOfNamed(this.kind)
  }

  /** For hashes of requests and fingerprints of filters. */
  toJSON(): string {
    return this.name
  }
}

/** An id, or what the resource is called. */
export type Reference = string | Named

/** The id of something that has no other name. */
export function idAlone(reference: Reference): string {
  if (reference instanceof Named) throw new Error(`a ${reference.kind} is named`)
  return reference
}

export const idOfNamed = (kind: string): SQL => sql.raw(`app.named('${kind}')`)

/** The ids of several references in SQL, without repetitions. `pointer` is the field that has them. */
export function idsOf(kind: ReferenceKind, references: readonly Reference[], pointer: string): SQL {
  const texts = references.map((reference) => (reference instanceof Named ? reference.name : reference))
  return references.some((reference) => reference instanceof Named)
    ? sql`app.ids_named(${kind}, ${sql.param(texts)}::text[], ${pointer})`
    : sql`${sql.param([...new Set(texts)])}::uuid[]`
}

/** The references of a request that are not ids. */
export const namesIn = (input: unknown): readonly Named[] =>
  Object.values(Object(input)).filter((value) => value instanceof Named)

const references = new WeakSet<object>()

/** Whether the schema takes an id or a name. */
export function isReference(schema: unknown): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return isReference(schema.unwrap())
  if (schema instanceof z.ZodPipe) return references.has(schema) || isReference(schema.in)
  return false
}

/**
 * The schema of a reference. `said` is what it may be, in full and in few words. `nameOf` returns the name as the database
 * looks it up; null refuses it.
 */
function referenceTo(
  kind: ReferenceKind,
  [said, short]: readonly [full: string, short: string],
  nameOf: (text: string) => string | null,
) {
  const thing = kind.replaceAll('_', ' ')
  const schema = z
    .string()
    .overwrite(withoutMarks)
    .max(200)
    .transform((text, context): Reference => {
      if (isId(text)) return text.toLowerCase()
      // PostgreSQL cannot store NUL.
      const name = text === '' || text.includes('\0') ? null : nameOf(text)
      if (name !== null) return new Named(kind, name)
      context.addIssue({ code: 'custom', message: `must be the ${said} of the ${thing}` })
      return z.NEVER
    })
    .describe(`${said[0]?.toUpperCase()}${said.slice(1)} of the ${thing}`)
    .meta({ tool: short })
  references.add(schema)
  return schema
}

const isEmail = (text: string) => /^[^\s@]+@[^\s@]+$/.test(text)

const isPhone = (text: string) => /^[-+()\s./\p{Nd}\p{Pd}]+$/u.test(text.normalize('NFKC')) && hasEnoughDigits(text)

/** A customer by id, by phone number in any notation, or by email address. */
export const CustomerReference = referenceTo(
  'customer',
  ['id, phone number or email address', 'Id, phone or email'],
  (text) => (isEmail(text) || isPhone(text) ? text : null),
)

const number = /^(?:number:)?#?([1-9]\d{0,14})$/

/** Digits of Arabic and Persian, which people type in these languages, and fullwidth ones. */
const asciiDigits = (text: string) =>
  text.normalize('NFKC').replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) % 16))

/** An order by its id or number: `1204`, `#1204` or `number:1204`. */
export const OrderReference = referenceTo(
  'order',
  ['id or number (#1204)', 'Id or #number'],
  (text) => number.exec(asciiDigits(text))?.[1] ?? null,
)

/** A product by its id, the SKU of a variant, its slug or its title. */
export const ProductReference = referenceTo(
  'product',
  ['id, SKU, slug or exact title', 'Id, SKU, slug or title'],
  (text) => text,
)

/** A variant by its id or SKU. The slug or title of its product will do if that has no other variant. */
export const VariantReference = referenceTo('variant', ['id or SKU', 'Id or SKU'], (text) => text)

/** A collection by its id, slug or title. */
export const CollectionReference = referenceTo(
  'collection',
  ['id, slug or exact title', 'Id, slug or title'],
  (text) => text,
)

/** A discount by its id, code or name. */
export const DiscountReference = referenceTo('discount', ['id, code or exact name', 'Id, code or name'], (text) => text)

export const DeliveryMethodReference = referenceTo(
  'delivery_method',
  ['id or exact name', 'Id or name'],
  (text) => text,
)

/** A page of the storefront by its id, slug or title. */
export const PageReference = referenceTo('page', ['id, slug or exact title', 'Id, slug or title'], (text) => text)
