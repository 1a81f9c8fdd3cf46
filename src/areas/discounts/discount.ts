import { getTableColumns, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Read } from '../../platform/operation/context.ts'
import type { Reference } from '../../platform/references/reference.ts'
import { keptRow } from '../../platform/db/as-table.ts'
import { discountKinds, discounts } from '../../platform/db/schema/discounts.ts'
import { typed } from '../../platform/db/selection.ts'
import { id } from '../../platform/values/ids.ts'
import { toMajor } from '../../platform/values/money.ts'
import { toIso, type WithRowTimes } from '../../platform/values/row-time.ts'

const products = z.array(id('product'))
const collections = z.array(id('collection'))
const tags = z.array(z.string())

const Except = z.object({
  product_ids: products.optional(),
  collection_ids: collections.optional(),
  tags: tags.optional(),
})

const except = Except.optional().describe('The goods among these that it does not apply to, if any')

const AppliesTo = z.union([
  z.object({ all: z.literal(true), except }),
  z.object({ product_ids: products, except }),
  z.object({ collection_ids: collections, except }),
  z.object({ tags, except }),
])

export const discountStates = ['scheduled', 'running', 'expired', 'off'] as const

export const Discount = z.object({
  id: id('discount'),
  store_id: id('store'),
  name: z.string(),
  code: z.string().nullable(),
  automatic: z.boolean().describe('Applies automatically, without a code'),
  kind: z.enum(discountKinds),
  value: z.number().nullable().describe('A percentage, or an amount in major units'),
  max_amount: z.number().nullable().describe('The most that a percentage takes off'),
  applies_to: AppliesTo,
  min_subtotal: z.number().nullable(),
  min_quantity: z.int().nullable(),
  starts_at: z.iso.datetime().nullable(),
  ends_at: z.iso.datetime().nullable(),
  usage_limit: z.int().nullable(),
  usage_limit_per_customer: z.int().nullable(),
  first_order_only: z.boolean(),
  combines: z.boolean(),
  active: z.boolean(),
  state: z
    .enum(discountStates)
    .describe(
      'off: not active. Otherwise by its dates: scheduled until starts_at, expired from ends_at on, else running',
    ),
  uses: z.int().describe('Orders that use it, without cancelled ones'),
  currency: z.string(),
  version: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})

const {
  id: idColumn,
  codeKey: _codeKey,
  tagKeys: _tagKeys,
  exceptTagKeys: _exceptTagKeys,
  ...otherColumns
} = getTableColumns(discounts)

const storedColumns = { id: idColumn, ...otherColumns }

type State = (typeof discountStates)[number]

const state = sql<State>`app.discount_state(${discounts.active}, ${discounts.startsAt}, ${discounts.endsAt})`

/** `id` must be first: a null there marks an empty page of the left join. */
export const discountColumns = {
  ...storedColumns,
  state: typed('text', state),
  currency: typed('text', sql<string>`(select s.currency from stores s where s.id = ${discounts.storeId})`),
  currencyExponent: typed(
    'smallint',
    sql<number>`(select s.currency_exponent from stores s where s.id = ${discounts.storeId})`,
  ),
}

export type DiscountRow = WithRowTimes<Omit<typeof discounts.$inferSelect, 'codeKey' | 'tagKeys' | 'exceptTagKeys'>> & {
  readonly state: State
  readonly currency: string
  readonly currencyExponent: number
}

export const readDiscount: Read<DiscountRow> = (db, result) =>
  db
    .select({
      ...storedColumns,
      state,
      currency: sql<string>`kept ->> 'currency'`,
      currencyExponent: sql`kept ->> 'currency_exponent'`.mapWith(Number),
    })
    .from(keptRow(discounts, result))

/** A discount of the open store, as the result of a write. */
export const discountJson = (discountId: Reference) =>
  sql`(select app.with_currency(to_jsonb(d)) from ${discounts} d where d.store_id = app.store() and d.id = ${discountId})`

export function toDiscount(row: DiscountRow): z.output<typeof Discount> {
  const major = (minor: number | null) => (minor === null ? null : toMajor(minor, row.currencyExponent))
  return {
    id: row.id,
    store_id: row.storeId,
    name: row.name,
    code: row.code,
    automatic: row.code === null,
    kind: row.kind,
    value: row.kind === 'percentage' ? row.percentage : major(row.amountMinor),
    max_amount: major(row.maxAmountMinor),
    applies_to: goodsOf(row),
    min_subtotal: major(row.minSubtotalMinor),
    min_quantity: row.minQuantity,
    starts_at: row.startsAt && toIso(row.startsAt),
    ends_at: row.endsAt && toIso(row.endsAt),
    usage_limit: row.usageLimit,
    usage_limit_per_customer: row.usageLimitPerCustomer,
    first_order_only: row.firstOrderOnly,
    combines: row.combines,
    active: row.active,
    state: row.state,
    uses: row.uses,
    currency: row.currency,
    version: row.version,
    created_at: toIso(row.createdAt),
    updated_at: toIso(row.updatedAt),
  }
}

function goodsOf({ productIds, collectionIds, tags, ...row }: DiscountRow): z.output<typeof AppliesTo> {
  const except = exceptOf(row)
  if (collectionIds) return { collection_ids: collectionIds, ...except }
  if (productIds) return { product_ids: productIds, ...except }
  return tags ? { tags, ...except } : { all: true, ...except }
}

type Exceptions = Pick<DiscountRow, 'exceptProductIds' | 'exceptCollectionIds' | 'exceptTags'>

function exceptOf({ exceptProductIds, exceptCollectionIds, exceptTags }: Exceptions) {
  const except: z.output<typeof Except> = {
    ...(exceptProductIds && { product_ids: exceptProductIds }),
    ...(exceptCollectionIds && { collection_ids: exceptCollectionIds }),
    ...(exceptTags && { tags: exceptTags }),
  }
  return Object.keys(except).length > 0 && { except }
}
