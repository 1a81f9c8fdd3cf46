import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { DeliveryMethodReference } from '../../platform/references/reference.ts'
import { ExpectedVersion } from '../../platform/operation/operation.ts'
import { DeliveryMethodFields, deliveryMethodRefusals, methodFieldsJson } from './delivery-method-fields.ts'
import { deliveryMethodResource } from './get-delivery-method.ts'

export const updateDeliveryMethod = deliveryMethodResource.change({
  input: z.strictObject({
    ...DeliveryMethodFields,
    name: DeliveryMethodFields.name.optional(),
    delivery_method_id: DeliveryMethodReference,
    expected_version: ExpectedVersion,
  }),
  refusals: deliveryMethodRefusals,
  save: (changes, of) => [sql`select app.save_delivery_method(${of.id}, ${methodFieldsJson(changes)}::jsonb)`],
})
