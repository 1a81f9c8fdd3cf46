import type * as z from 'zod'
import type { Discount } from '../../../areas/discounts/discount.ts'
import { withoutStrayMarks } from '../../../platform/values/pasted.ts'
import { amountText, type FormDraft, isTicked, linesIn, numberIn, tick } from '../page/draft.ts'
import { instantOf, localTime } from './local-time.ts'

export const discountFields = [
  'how',
  'code',
  'name',
  'kind',
  'value',
  'max_amount',
  'goods',
  'tags',
  'products',
  'collections',
  'min_subtotal',
  'min_quantity',
  'starts_at',
  'ends_at',
  'usage_limit',
  'usage_limit_per_customer',
  'first_order_only',
  'combines',
  'active',
] as const

export type DiscountField = (typeof discountFields)[number]

export type DiscountDraft = FormDraft<DiscountField>

export type SavedDiscount = z.output<typeof Discount>

/** What amounts and times of a store are written in. */
export type Units = { readonly currency_exponent: number; readonly timezone: string }

/** `slugOf`: the names of products or collections by their ids. */
export function savedDiscount(
  discount: SavedDiscount | undefined,
  { currency_exponent, timezone }: Units,
  slugOf: ReadonlyMap<string, string>,
): DiscountDraft {
  const amount = (value: number | null | undefined) => amountText(value ?? null, currency_exponent)
  const time = (at: string | null | undefined) => (at ? localTime(new Date(at), timezone) : '')
  const goods = discount?.applies_to ?? { all: true }
  const values: Record<DiscountField, string> = {
    how: discount?.automatic === true ? 'automatic' : 'code',
    code: discount?.code ?? '',
    name: discount?.name ?? '',
    kind: discount?.kind ?? 'percentage',
    value: discount?.kind === 'fixed' ? amount(discount.value) : String(discount?.value ?? ''),
    max_amount: amount(discount?.max_amount),
    goods: choiceOf(goods),
    tags: 'tags' in goods ? goods.tags.join(', ') : '',
    products: 'product_ids' in goods ? goods.product_ids.map((id) => slugOf.get(id) ?? id).join('\n') : '',
    collections: 'collection_ids' in goods ? goods.collection_ids.map((id) => slugOf.get(id) ?? id).join('\n') : '',
    min_subtotal: amount(discount?.min_subtotal),
    min_quantity: String(discount?.min_quantity ?? ''),
    starts_at: time(discount?.starts_at),
    ends_at: time(discount?.ends_at),
    usage_limit: String(discount?.usage_limit ?? ''),
    usage_limit_per_customer: String(discount?.usage_limit_per_customer ?? ''),
    first_order_only: tick(discount?.first_order_only ?? false),
    combines: tick(discount?.combines ?? false),
    active: tick(discount?.active ?? true),
  }
  return { valueOf: (field) => values[field], errors: new Map() }
}

function choiceOf(goods: SavedDiscount['applies_to']): string {
  if ('tags' in goods) return 'tags'
  if ('collection_ids' in goods) return 'collections'
  return 'product_ids' in goods ? 'products' : 'all'
}

/** The products or collections that a person named, if the discount is for some only. */
export const namedIn = (valueOf: DiscountDraft['valueOf'], goods: 'products' | 'collections'): readonly string[] =>
  valueOf('goods') === goods ? linesIn(valueOf(goods)).map(({ line }) => line) : []

/** The ids of what a person named, and what the discount excepts, which the form does not change. */
type GoodsNamed = {
  readonly products: readonly string[]
  readonly collections: readonly string[]
  readonly except: SavedDiscount['applies_to']['except']
}

/** A discount as a person typed it, for the operation to check. */
export function discountIn(valueOf: DiscountDraft['valueOf'], { timezone }: Units, named: GoodsNamed) {
  const number = (field: DiscountField) => numberIn(valueOf(field))
  // Other text stays: the operation reads a date as that day, and refuses the rest.
  const time = (field: DiscountField) => instantOf(valueOf(field), timezone) ?? (valueOf(field) || null)
  const tags = valueOf('tags')
    .split(/[,،]/)
    .map(withoutStrayMarks)
    .filter((tag) => tag !== '')
  const goods = {
    tags: { tags },
    products: { product_ids: named.products },
    collections: { collection_ids: named.collections },
  }[valueOf('goods')]
  return {
    automatic: valueOf('how') === 'automatic',
    code: valueOf('code') || null,
    name: valueOf('name') || (valueOf('how') === 'automatic' ? '' : valueOf('code')) || undefined,
    kind: valueOf('kind'),
    value: number('value'),
    max_amount: number('max_amount'),
    applies_to: { ...(goods ?? { all: true }), ...(named.except && { except: named.except }) },
    min_subtotal: number('min_subtotal'),
    min_quantity: number('min_quantity'),
    starts_at: time('starts_at'),
    ends_at: time('ends_at'),
    usage_limit: number('usage_limit'),
    usage_limit_per_customer: number('usage_limit_per_customer'),
    first_order_only: isTicked(valueOf('first_order_only')),
    combines: isTicked(valueOf('combines')),
    active: isTicked(valueOf('active')),
  }
}
