import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { newId } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { DeliveryMethodFields, deliveryMethodRefusals, methodFieldsJson } from './delivery-method-fields.ts'
import {
  deliveryMethodJson,
  readDeliveryMethod,
  SavedDeliveryMethod,
  toSavedDeliveryMethod,
} from './delivery-method.ts'

export const createDeliveryMethod = operation(
  {
    name: 'create_delivery_method',
    scope: 'catalog:write',
    input: z.strictObject(DeliveryMethodFields),
    output: SavedDeliveryMethod,
    refusals: deliveryMethodRefusals,
  },
  async ({ write }, fields) => {
    const id = newId()
    const row = await write({
      store: sql`app.only_store()`,
      statements: (db) => [
        db.execute(sql`select app.save_delivery_method(${id}, ${methodFieldsJson(fields)}::jsonb)`),
        db.execute(sql`select app.record_event('delivery_method.created', ${id})`),
      ],
      result: deliveryMethodJson(id),
      read: readDeliveryMethod,
    })
    return toSavedDeliveryMethod(row)
  },
)
