import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { Refusal } from '../../../platform/db/failure.ts'
import { IdempotencyKey, requestHash } from '../../../platform/operation/idempotency-key.ts'
import { newId } from '../../../platform/values/ids.ts'
import { keptOrderTable } from '../../orders/kept-order.ts'
import { Amount } from '../../../platform/values/money.ts'
import { publicOperation } from '../../../platform/operation/operation.ts'
import { expectComplete, fromAddress } from '../../checkout/address.ts'
import { phoneOf } from '../../../platform/values/phone.ts'
import { maybe, Text } from '../../../platform/values/text.ts'
import { cart, positioned } from './cart.ts'
import { shoppersKey, storedOrders } from './stored-orders.ts'
import { PlacedOrder, placedOrderColumns, toPlacedOrder } from './public-order.ts'
import { Shopper } from './shopper.ts'
import { shopperRefusals } from './shopper-refusals.ts'
import { visit } from './visit.ts'

/** Idempotency keys are stored under this name. */
const name = 'place_order'

/** Places an order at the store's prices. The response does not reveal whether the store knows the customer. */
export const placeOrder = publicOperation(
  {
    input: z.strictObject({
      slug: z.string(),
      key: IdempotencyKey,
      network: z.string().nullable().describe('A keyed hash of the network address; null if unknown'),
      customer: Shopper,
      ...cart,
      shipping_address: maybe(Text(2000)),
      notes: maybe(Text(2000)),
      expected_total: maybe(Amount).describe(
        'The total that the shopper saw. An order with a different total is rejected',
      ),
    }),
    output: z.object({ replayed: z.boolean(), order: PlacedOrder }),
    refusals: shopperRefusals,
  },
  async (context, { slug, key: idempotencyKey, network, ...request }) => {
    await expectComplete(request)
    const items = positioned(request.items)
    const customer = { ...request.customer, id: newId(), phone_e164: await phoneOf(request.customer.phone) }
    const order = { ...request, ...(await fromAddress(request)), items, network, id: newId(), customer }
    const key = sql`${name}, ${await shoppersKey(idempotencyKey, request)}, ${await requestHash(idempotencyKey, request)}`
    try {
      const { results } = await visit(context, { slug, writes: true }, (db) => [
        db
          .select(placedOrderColumns)
          .from(
            keptOrderTable(
              sql`app.place_storefront_order(${JSON.stringify(order)}::jsonb, ${key})`,
              sql`done.kept -> 'order'`,
            ),
          ),
      ])
      return { replayed: false, order: await toPlacedOrder(onlyRow(results[0]), request, context.language) }
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
