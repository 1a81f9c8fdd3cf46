import { and, sql } from 'drizzle-orm'
import * as z from 'zod'
import { asTable } from '../../platform/db/as-table.ts'
import { inVisibleStores } from '../../platform/db/in-stores.ts'
import { customers } from '../../platform/db/schema/customers.ts'
import { orders } from '../../platform/db/schema/orders.ts'
import { products } from '../../platform/db/schema/products.ts'
import { listFrom } from '../../platform/lists/list.ts'
import { openPage } from '../../platform/lists/page.ts'
import { operation } from '../../platform/operation/operation.ts'
import { toMajor } from '../../platform/values/money.ts'
import { toIso } from '../../platform/values/row-time.ts'
import { Phrase } from '../../platform/values/pasted.ts'
import { Customer } from '../customers/customer.ts'
import { Order } from '../orders/order.ts'
import { findingOf } from '../products/product-search.ts'
import { Product } from '../products/product.ts'

/** How many of each kind are found. */
const limit = 5

const orderColumns = {
  id: orders.id,
  number: orders.number,
  status: orders.status,
  fulfillment_status: orders.fulfillmentStatus,
  hold_reason: orders.holdReason,
  customerName: orders.customerName,
  totalMinor: orders.totalMinor,
  currency: orders.currency,
  exponent: orders.currencyExponent,
  createdAt: orders.createdAt,
}

/** The number of an order that a term may be, in the digits of any script; null: none. */
const numberIn = (term: string) => sql`(regexp_match(btrim(app.fold(${term}::text)), '^#?([0-9]{1,15})$'))[1]::bigint`

const distinct = <Row extends { readonly id: string }>(rows: readonly Row[]) =>
  [...new Map(rows.map((row) => [row.id, row])).values()].slice(0, limit)

/** The best matches first. */
const foundRows = sql`select one.*, k.nth from unnest(found.store_ids, found.ids) with ordinality as k(store_id, id, nth)
  join ${products} as one using (store_id, id)`

/** The orders, customers and products of one store that a term finds. */
export const searchStore = operation(
  {
    name: 'search_store',
    scope: 'overview:read',
    input: z.strictObject({
      q: Phrase(200).describe('What the lists search for: orders and customers as with search, products as with q'),
    }),
    output: z.object({
      orders: z
        .array(
          Order.pick({
            id: true,
            number: true,
            name: true,
            status: true,
            fulfillment_status: true,
            hold_reason: true,
            customer_name: true,
            total_amount: true,
            currency: true,
            created_at: true,
          }),
        )
        .describe('The one with this number, and then the newest that match'),
      customers: z
        .array(Customer.pick({ id: true, name: true, phone: true, email: true }))
        .describe('The newest that match'),
      products: z
        .array(
          Product.pick({ id: true, title: true, slug: true, status: true, price: true, currency: true }).extend({
            image_url: z.string().nullable(),
          }),
        )
        .describe('The five that match best; those with a typo if nothing else matches'),
    }),
  },
  async ({ run }, { q }) => {
    const page = openPage({ limit })
    const found = { page, filter: {}, search: q }
    const [foundOrders, foundCustomers] = [
      listFrom({ ...found, table: orders }),
      listFrom({ ...found, table: customers }),
    ]
    const finding = findingOf(
      { q, statuses: ['draft', 'active'], isPublic: false, facets: false },
      openPage({ limit }, false, 'number'),
      'relevance',
    )
    const [, numbered, orderRows, customerRows, productRows] = await run((db) => [
      db.execute(sql`select app.only_store()`),
      db
        .select(orderColumns)
        .from(orders)
        .where(and(inVisibleStores(orders.storeId), sql`${orders.number} = ${numberIn(q)}`)),
      db
        .select(orderColumns)
        .from(foundOrders.counted)
        .innerJoinLateral(foundOrders.rows, sql`true`)
        .orderBy(sql`${orders.createdAt} desc, ${orders.id} desc`)
        .limit(limit),
      db
        .select({ id: customers.id, name: customers.name, phone: customers.phone, email: customers.email })
        .from(foundCustomers.counted)
        .innerJoinLateral(foundCustomers.rows, sql`true`)
        .orderBy(sql`${customers.createdAt} desc, ${customers.id} desc`)
        .limit(limit),
      db
        .select({
          id: products.id,
          title: products.title,
          slug: products.slug,
          status: products.status,
          priceMinor: products.priceMinor,
          currency: products.currency,
          exponent: products.currencyExponent,
          images: products.images,
        })
        .from(sql`app.find_products(${finding}::jsonb) as found`)
        .innerJoinLateral(asTable(products, foundRows), sql`true`)
        .orderBy(sql`products.nth`)
        .limit(limit),
    ])
    return {
      orders: distinct([...numbered, ...orderRows]).map(
        ({ customerName, totalMinor, exponent, createdAt, ...order }) => ({
          ...order,
          name: `#${order.number}`,
          customer_name: customerName,
          total_amount: toMajor(totalMinor, exponent),
          created_at: toIso(createdAt),
        }),
      ),
      customers: customerRows,
      products: productRows.map(({ priceMinor, exponent, images: [first], ...product }) => ({
        ...product,
        price: toMajor(priceMinor, exponent),
        image_url: first?.url ?? null,
      })),
    }
  },
)
