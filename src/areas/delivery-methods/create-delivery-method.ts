import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { DeliveryMethodFields, deliveryMethodRefusals, methodFieldsJson } from './delivery-method-fields.ts'
import { deliveryMethodResource } from './get-delivery-method.ts'

export const createDeliveryMethod = deliveryMethodResource.creation({
  input: z.strictObject(DeliveryMethodFields),
  refusals: deliveryMethodRefusals,
  save: (fields, { id }) => [sql`select app.save_delivery_method(${id}, ${methodFieldsJson(fields)}::jsonb)`],
})
