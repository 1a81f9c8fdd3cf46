import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { id } from '../../platform/values/ids.ts'
import { ExpectedVersion, operation } from '../../platform/operation/operation.ts'
import { DeliveryMethodFields, deliveryMethodRefusals, methodFieldsJson } from './delivery-method-fields.ts'
import { deliveryMethodResource } from './get-delivery-method.ts'
import {
  deliveryMethodJson,
  readDeliveryMethod,
  SavedDeliveryMethod,
  toSavedDeliveryMethod,
} from './delivery-method.ts'

export const updateDeliveryMethod = operation(
  {
    name: 'update_delivery_method',
    scope: 'catalog:write',
    input: z.strictObject({
      ...DeliveryMethodFields,
      name: DeliveryMethodFields.name.optional(),
      delivery_method_id: id('delivery method'),
      expected_version: ExpectedVersion,
    }),
    output: SavedDeliveryMethod,
    refusals: deliveryMethodRefusals,
  },
  async (context, { delivery_method_id: methodId, expected_version, ...changes }) => {
    const row = await deliveryMethodResource.change(context, methodId, expected_version, changes, {
      save: (db) => db.execute(sql`select app.save_delivery_method(${methodId}, ${methodFieldsJson(changes)}::jsonb)`),
      result: deliveryMethodJson(methodId),
      read: readDeliveryMethod,
    })
    return toSavedDeliveryMethod(row)
  },
)
