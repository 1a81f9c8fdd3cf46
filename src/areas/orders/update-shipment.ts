import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { selection, typed } from '../../platform/db/selection.ts'
import { operation } from '../../platform/operation/operation.ts'
import { id } from '../../platform/values/ids.ts'
import { Shipping } from './actions/action-operations.ts'
import { Shipment } from './order.ts'

const { carrier, tracking_number, tracking_url } = Shipping

const ShipmentOfOrder = Shipment.extend({ order_id: id('order') })

/** Adds or corrects who carries a shipment, and how to track it. */
export const updateShipment = operation(
  {
    name: 'update_shipment',
    scope: 'orders:write',
    input: z.strictObject({
      shipment_id: id('shipment'),
      carrier: carrier.nullable(),
      tracking_number: tracking_number.nullable(),
      tracking_url: tracking_url.nullable(),
    }),
    output: ShipmentOfOrder,
  },
  async ({ write }, { shipment_id, ...changes }) => {
    const { shipment } = await write({
      call: (key) => sql`app.update_shipment(${shipment_id}, ${JSON.stringify(changes)}::jsonb, ${key})`,
      selected: selection({
        shipment: typed('jsonb', sql<z.output<typeof ShipmentOfOrder>>`done.kept - 'customer_id'`),
      }),
    })
    return shipment
  },
)
