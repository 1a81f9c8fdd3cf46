import { sql } from 'drizzle-orm'
import { deliveryMethodResource } from './get-delivery-method.ts'

/** Deletes a delivery method and returns it. Orders keep its name and price. */
export const deleteDeliveryMethod = deliveryMethodResource.deletion({
  result: (row) => sql`app.with_currency(${row})`,
})
