import { eq, sql } from 'drizzle-orm'
import { customers } from '../db/schema/customers.ts'
import type { Context } from '../context.ts'
import { inventory, productVariants } from '../db/schema/products.ts'
import { stores } from '../db/schema/stores.ts'
import { type ErrorCode, type Problem, refused } from '../errors.ts'
import { inexactAmount, toMajor, toMinor } from '../money.ts'

type Item = {
  readonly product_id: string
  readonly quantity: number
  readonly unit_price: number
}

type Asked = {
  readonly customer_id: string
  readonly total_amount: number
  readonly shipping_amount?: number | undefined
  readonly tax_amount?: number | undefined
  readonly discount_amount?: number | undefined
  readonly items: readonly Item[]
}

/** A problem of the order, whose code is one of the wire's own. */
type OrderProblem = Problem & { readonly code: ErrorCode }

type Line = {
  readonly position: number
  readonly productName: string | null
  readonly variantId: string | null
  /** Null: as many as anybody wants. */
  readonly available: number | null
  readonly variants: readonly { id: string; title: string; sku: string | null; options: Record<string, string> }[]
}

/** Everything that is wrong with an order that app.create_order refused, in a second, reading batch. */
export async function explainRefusal(run: Context['run'], asked: Asked, cause: Error): Promise<Error> {
  const items = JSON.stringify(asked.items.map((item, index) => ({ ...item, position: index + 1 })))
  const customer = sql`(select c.store_id, c.anonymized_at from ${customers} c
    where c.store_id = any(app.stores()) and c.id = app.kept_customer(${asked.customer_id}))`
  const customerStore = sql`(select store_id from ${customer} as found)`
  // Without the customer, whose store it would be, the products are looked up where there is no doubt.
  const storeId = sql`coalesce(${customerStore}, case when cardinality(app.stores()) = 1 then (app.stores())[1] end)`
  const [[store], lines] = await run((db) => [
    db
      .select({
        exponent: stores.currencyExponent,
        customerFound: sql<boolean>`${customerStore} is not null`,
        customerAnonymized: sql<boolean>`exists (select from ${customer} as found where anonymized_at is not null)`,
      })
      .from(stores)
      .where(eq(stores.id, storeId)),
    db
      .select({
        position: sql<number>`l.position`,
        productName: sql<string | null>`l.product_name`,
        variantId: sql<string | null>`l.variant_id`,
        available: sql<number | null>`(select i.on_hand - i.reserved from ${inventory} i
          where i.store_id = ${storeId} and i.variant_id = l.variant_id and i.tracked and not i.allow_backorder)`.mapWith(
          inventory.onHand,
        ),
        variants: sql<Line['variants']>`(select coalesce(jsonb_agg(
            jsonb_build_object('id', v.id, 'title', v.title, 'sku', v.sku, 'options', v.options) order by v.position), '[]')
          from ${productVariants} v
          where v.store_id = ${storeId} and v.product_id = l.product_id and v.archived_at is null)`,
      })
      .from(sql`app.resolve_lines(${storeId}, ${items}::jsonb) as l`)
      .orderBy(sql`l.position`),
  ])
  const problems = [
    ...(store?.customerFound ? [] : [noCustomer]),
    ...(store?.customerAnonymized ? [customerAnonymized] : []),
    ...(store ? [...lineProblems(lines), ...amountProblems(asked, store.exponent)] : []),
  ]
  const [first] = problems.length > 0 ? problems : stockProblems(asked, lines)
  if (!first) return cause
  return refused(first.code, problems.length > 0 ? problems : stockProblems(asked, lines), membersOf(first))
}

const noCustomer: OrderProblem = {
  pointer: '/customer_id',
  code: 'customer_not_found',
  detail: 'There is no such customer in your stores. Check the id, or create the customer first.',
}

const customerAnonymized: OrderProblem = {
  pointer: '/customer_id',
  code: 'customer_anonymized',
  detail: 'This customer was anonymized for good. Create a new customer for the order.',
}

function lineProblems(lines: readonly Line[]): OrderProblem[] {
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

function amountProblems(asked: Asked, exponent: number): OrderProblem[] {
  const minor = (amount: number | undefined) => toMinor(amount ?? 0, exponent)
  const inexact = (pointer: string) => inexactAmount(pointer, exponent)
  const prices = asked.items.map((item) => minor(item.unit_price))
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

  const subtotal = asked.items.reduce((sum, item, index) => sum + item.quantity * (prices[index] ?? 0), 0)
  if (subtotal > 1e15)
    return [{ pointer: '/items', code: 'invalid_amount', detail: 'The items come to more than an order can hold.' }]
  const expected = subtotal + (shipping ?? 0) + (tax ?? 0) - (discount ?? 0)
  const given = asked.shipping_amount ?? asked.tax_amount ?? asked.discount_amount
  if (given === undefined || expected === total) return []
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

function stockProblems(asked: Asked, lines: readonly Line[]): OrderProblem[] {
  const wanted = new Map<string | null, number>()
  for (const { position, variantId } of lines)
    wanted.set(variantId, (wanted.get(variantId) ?? 0) + (asked.items[position - 1]?.quantity ?? 0))
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
function membersOf({ pointer: _pointer, code: _code, detail: _detail, ...members }: OrderProblem) {
  return members
}
