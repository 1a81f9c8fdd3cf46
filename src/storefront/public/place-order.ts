import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { Refusal } from '../../db/failure.ts'
import { keptRow } from '../../db/as-table.ts'
import { orders } from '../../db/schema/orders.ts'
import { IdempotencyKey, requestHash } from '../../idempotency-key.ts'
import { id, newId } from '../../ids.ts'
import { Amount } from '../../money.ts'
import { publicOperation } from '../../operation.ts'
import { Line, maybe, Slug, Text } from '../../text.ts'
import { storedOrders } from './stored-orders.ts'
import { PublicOrder, publicOrderColumns, toPublicOrder } from './public-order.ts'
import { Shopper } from './shopper.ts'
import { shopperRefusals } from './shopper-refusals.ts'
import { visit } from './visit.ts'

const Item = z
  .strictObject({
    product_id: maybe(id('product')),
    product_slug: maybe(Slug),
    variant_id: maybe(id('variant')),
    options: maybe(
      z
        .record(Line(100), Line(200))
        .refine((options) => Object.keys(options).length <= 10, 'can have at most 10 options'),
    ).describe("The variant's options, instead of variant_id. A product with one variant needs neither"),
    quantity: z.int().min(1).max(100),
  })
  .refine(({ product_id, product_slug }) => (product_id === undefined) !== (product_slug === undefined), {
    message: 'Set either product_id or product_slug',
    path: ['product_id'],
  })
  .refine(({ variant_id, options }) => variant_id === undefined || options === undefined, {
    message: 'Set variant_id or options, not both',
    path: ['options'],
  })

/** Idempotency keys are stored under this name. */
const name = 'place_order'

/** Places an order at the store's prices. The response does not reveal whether the store knows the customer. */
export const placeOrder = publicOperation(
  {
    input: z.strictObject({
      slug: z.string(),
      key: IdempotencyKey,
      address: z.string().nullable().describe('A keyed hash of the network address; null if unknown'),
      customer: Shopper,
      items: z.array(Item).min(1).max(100),
      shipping_address: maybe(Text(2000)),
      payment_method: maybe(Line(100)),
      notes: maybe(Text(2000)),
      expected_total: maybe(Amount).describe(
        'The total that the shopper saw. An order with a different total is rejected',
      ),
    }),
    output: z.object({ replayed: z.boolean(), order: PublicOrder }),
    refusals: shopperRefusals,
  },
  async (context, { slug, key: idempotencyKey, address, ...request }) => {
    const items = request.items.map((item, index) => ({ ...item, position: index + 1 }))
    const order = { ...request, items, address, id: newId(), customer: { ...request.customer, id: newId() } }
    const key = sql`${name}, ${idempotencyKey.value}, ${await requestHash(idempotencyKey, request)}`
    try {
      const { results } = await visit(context, { slug, writes: true }, (db) => [
        db
          .select(publicOrderColumns)
          .from(
            keptRow(
              orders,
              sql`app.place_storefront_order(${JSON.stringify(order)}::jsonb, ${key})`,
              sql`done.kept -> 'order'`,
            ),
          ),
      ])
      return { replayed: false, order: toPublicOrder(onlyRow(results[0])) }
    } catch (error) {
      if (error instanceof Refusal && error.code === 'replay')
        return { replayed: true, order: onlyRow(await storedOrders(context, slug, idempotencyKey, request)) }
      throw error
    }
  },
)

function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('placing an order returned no row')
  return row
}
