import { eq, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import { customers } from '../db/schema/customers.ts'
import { orderItems } from '../db/schema/orders.ts'
import { inventory, productVariants } from '../db/schema/products.ts'
import { stores } from '../db/schema/stores.ts'
import { refused } from '../errors.ts'
import {
  amountProblems,
  type Asked,
  customerAnonymized,
  type Line,
  lineProblems,
  membersOf,
  noCustomer,
  type OrderProblem,
  stockProblems,
} from './order-problems.ts'

/** The lines as the catalogue of the store has them; what the order of `heldBy` has reserved is there for it. */
export const selectLines = (db: Db, storeId: SQL, items: readonly object[], heldBy: string | null) =>
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
      variants: sql<Line['variants']>`(select coalesce(jsonb_agg(
          jsonb_build_object('id', v.id, 'title', v.title, 'sku', v.sku, 'options', v.options) order by v.position), '[]')
        from ${productVariants} v
        where v.store_id = ${storeId} and v.product_id = l.product_id and v.archived_at is null)`,
    })
    .from(
      sql`app.resolve_lines(${storeId}, ${JSON.stringify(items.map((item, index) => ({ ...item, position: index + 1 })))}::jsonb) as l`,
    )
    .orderBy(sql`l.position`)

/** Everything that is wrong with an order that app.create_order refused, in a second, reading batch. */
export async function explainRefusal(
  run: Context['run'],
  asked: Asked & { readonly customer_id: string },
  cause: Error,
): Promise<Error> {
  const customer = sql`(select c.store_id, c.anonymized_at from ${customers} c
    where c.store_id = any(app.stores()) and c.id = app.kept_customer(${asked.customer_id})) as found`
  const customerStore = sql`(select store_id from ${customer})`
  // Without the customer, whose store it would be, the products are looked up where there is no doubt.
  const storeId = sql`coalesce(${customerStore}, case when cardinality(app.stores()) = 1 then (app.stores())[1] end)`
  const [[store], lines] = await run((db) => [
    db
      .select({
        exponent: stores.currencyExponent,
        customerFound: sql<boolean>`${customerStore} is not null`,
        customerAnonymized: sql<boolean>`exists (select from ${customer} where anonymized_at is not null)`,
      })
      .from(stores)
      .where(eq(stores.id, storeId)),
    selectLines(db, storeId, asked.items, null),
  ])
  const problems = [
    ...(store?.customerFound ? [] : [noCustomer]),
    ...(store?.customerAnonymized ? [customerAnonymized] : []),
    ...(store ? [...lineProblems(lines), ...amountProblems(asked, store.exponent)] : []),
  ]
  return worst(problems, asked, lines, cause)
}

/** One error of the problems; of the stock where there are none, and the cause where there is enough of it as well. */
export function worst(
  problems: readonly OrderProblem[],
  asked: Pick<Asked, 'items'>,
  lines: readonly Line[],
  cause: Error,
): Error {
  const all = problems.length > 0 ? problems : stockProblems(asked, lines)
  const [first] = all
  return first ? refused(first.code, all, membersOf(first)) : cause
}
