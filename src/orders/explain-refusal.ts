import { eq, type SQL, sql } from 'drizzle-orm'
import { storeOf } from '../db/in-stores.ts'
import type { Db } from '../db/client.ts'
import { customers } from '../db/schema/customers.ts'
import type { Context } from '../context.ts'
import { orderItems } from '../db/schema/orders.ts'
import { inventory, productVariants } from '../db/schema/products.ts'
import { stores } from '../db/schema/stores.ts'
import { type ErrorCode, type Problem, refused } from '../errors.ts'
import { inexactAmount, toMajor, toMinor } from '../money.ts'

type Item = {
  readonly product_id: string
  readonly quantity: number
  readonly unit_price: number
}

type Amounts = {
  /** Undefined: the sum of the parts. */
  readonly total_amount?: number | undefined
  readonly shipping_amount?: number | undefined
  readonly tax_amount?: number | undefined
  readonly discount_amount?: number | undefined
}

type Asked = Amounts & { readonly customer_id: string; readonly items: readonly Item[] }

/** A problem of the order, whose code is one of the wire's own. */
export type OrderProblem = Problem & { readonly code: ErrorCode }

export type ResolvedLine = {
  readonly position: number
  readonly productName: string | null
  readonly variantId: string | null
  /** Null: as many as anybody wants. */
  readonly available: number | null
  readonly variants: readonly { id: string; title: string; sku: string | null; options: Record<string, string> }[]
}

/** The lines as the catalogue of the store has them; what the order of `heldBy` has reserved is there for it. */
export const selectLines = (db: Db, storeId: SQL, items: readonly Item[], heldBy: string | null) =>
  db
    .select({
      position: sql<number>`l.position`,
      productName: sql<string | null>`l.product_name`,
      variantId: sql<string | null>`l.variant_id`,
      available: sql<number | null>`(select i.on_hand - i.reserved + coalesce(
          (select sum(h.quantity)::bigint from ${orderItems} h where h.store_id = ${storeId} and h.order_id = ${heldBy} and h.variant_id = l.variant_id), 0)
        from ${inventory} i
        where i.store_id = ${storeId} and i.variant_id = l.variant_id and i.tracked and not i.allow_backorder)`.mapWith(
        inventory.onHand,
      ),
      variants: sql<ResolvedLine['variants']>`(select coalesce(jsonb_agg(
          jsonb_build_object('id', v.id, 'title', v.title, 'sku', v.sku, 'options', v.options) order by v.position), '[]')
        from ${productVariants} v
        where v.store_id = ${storeId} and v.product_id = l.product_id and v.archived_at is null)`,
    })
    .from(
      sql`app.resolve_lines(${storeId}, ${JSON.stringify(items.map((item, index) => ({ ...item, position: index + 1 })))}::jsonb) as l`,
    )
    .orderBy(sql`l.position`)

/** Everything that is wrong with an order that app.create_order refused, in a second, reading batch. */
export async function explainRefusal(run: Context['run'], asked: Asked, cause: Error): Promise<Error> {
  const customerStore = storeOf(customers, asked.customer_id)
  // Without the customer, whose store it would be, the products are looked up where there is no doubt.
  const storeId = sql`coalesce(${customerStore}, case when cardinality(app.stores()) = 1 then (app.stores())[1] end)`
  const [[store], lines] = await run((db) => [
    db
      .select({ exponent: stores.currencyExponent, customerFound: sql<boolean>`${customerStore} is not null` })
      .from(stores)
      .where(eq(stores.id, storeId)),
    selectLines(db, storeId, asked.items, null),
  ])
  const exact = (asked.shipping_amount ?? asked.tax_amount ?? asked.discount_amount) !== undefined
  return worst(
    [
      ...(store?.customerFound ? [] : [noCustomer]),
      ...(store ? [...lineProblems(lines), ...amountProblems(asked, asked.items, exact, store.exponent)] : []),
    ],
    asked.items,
    lines,
    cause,
  )
}

/** One error of the problems; of the stock where there are none, and the cause where there is enough of it as well. */
export function worst(
  problems: readonly OrderProblem[],
  items: readonly Item[],
  lines: readonly ResolvedLine[],
  cause: Error,
): Error {
  const all = problems.length > 0 ? problems : stockProblems(items, lines)
  const [first] = all
  return first ? refused(first.code, all, membersOf(first)) : cause
}

const noCustomer: OrderProblem = {
  pointer: '/customer_id',
  code: 'customer_not_found',
  detail: 'There is no such customer in your stores. Check the id, or create the customer first.',
}

export function lineProblems(lines: readonly ResolvedLine[]): OrderProblem[] {
  return lines.flatMap(({ position, productName, variantId, variants }): OrderProblem[] => {
    const at = `/items/${position - 1}`
    if (productName === null)
      return [
        {
          pointer: `${at}/product_id`,
          code: 'product_not_found',
          detail: "There is no such product in the customer's store, or it is archived.",
        },
      ]
    if (variantId !== null) return []
    const detail = `Say which variant of ${productName}: give the variant_id or variant_sku of one in variants.`
    return [{ pointer: `${at}/variant_id`, code: 'variant_required', detail, variants }]
  })
}

/** `exact`: the total must be the sum of the parts. */
export function amountProblems(
  asked: Amounts,
  items: readonly Item[],
  exact: boolean,
  exponent: number,
): OrderProblem[] {
  const minor = (amount: number | undefined) => toMinor(amount ?? 0, exponent)
  const inexact = (pointer: string) => inexactAmount(pointer, exponent)
  const prices = items.map((item) => minor(item.unit_price))
  const total = minor(asked.total_amount)
  const shipping = minor(asked.shipping_amount)
  const tax = minor(asked.tax_amount)
  const discount = minor(asked.discount_amount)
  const problems = [
    ...prices.flatMap((price, index) => (price === null ? [inexact(`/items/${index}/unit_price`)] : [])),
    ...(total === null ? [inexact('/total_amount')] : []),
    ...(shipping === null ? [inexact('/shipping_amount')] : []),
    ...(tax === null ? [inexact('/tax_amount')] : []),
    ...(discount === null ? [inexact('/discount_amount')] : []),
  ]
  if (problems.length > 0) return problems

  const subtotal = items.reduce((sum, item, index) => sum + item.quantity * (prices[index] ?? 0), 0)
  if (subtotal > 1e15)
    return [{ pointer: '/items', code: 'invalid_amount', detail: 'The items come to more than an order can hold.' }]
  const expected = subtotal + (shipping ?? 0) + (tax ?? 0) - (discount ?? 0)
  if (expected >= 0 && (!exact || asked.total_amount === undefined || expected === total)) return []
  const expectedMajor = toMajor(expected, exponent)
  if (expected < 0)
    return [
      {
        pointer: '/discount_amount',
        code: 'invalid_amount',
        detail: 'The discount is more than items, shipping and tax come to: an order cannot cost less than nothing.',
      },
    ]
  return [
    {
      pointer: '/total_amount',
      code: 'total_mismatch',
      detail: `Items, shipping and tax less the discount come to ${expectedMajor}. Send that, or leave the three amounts out.`,
      expected_total_amount: expectedMajor,
    },
  ]
}

function stockProblems(items: readonly Item[], lines: readonly ResolvedLine[]): OrderProblem[] {
  const wanted = new Map<string | null, number>()
  for (const { position, variantId } of lines)
    wanted.set(variantId, (wanted.get(variantId) ?? 0) + (items[position - 1]?.quantity ?? 0))
  return lines.flatMap(({ position, productName, variantId, available }): OrderProblem[] => {
    const requested = wanted.get(variantId) ?? 0
    if (available === null || requested <= available) return []
    return [
      {
        pointer: `/items/${position - 1}/quantity`,
        code: 'insufficient_stock',
        detail: `Of ${productName} there are ${available} left and the order asks for ${requested}. Ask for fewer, or adjust the stock.`,
        available,
        requested,
      },
    ]
  })
}

/** What the answer as a whole says besides: the first problem's own members. */
export function membersOf({ pointer: _pointer, code: _code, detail: _detail, ...members }: OrderProblem) {
  return members
}
