import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { lockVersion, storeOf } from '../../platform/db/in-stores.ts'
import { deliveryMethods } from '../../platform/db/schema/delivery-methods.ts'
import { id } from '../../platform/values/ids.ts'
import { changedNames, ExpectedVersion, isEmptyChange, operation } from '../../platform/operation/operation.ts'
import { DeliveryMethodFields, deliveryMethodRefusals, methodFieldsJson } from './delivery-method-fields.ts'
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
  async ({ write }, { delivery_method_id: methodId, expected_version, ...changes }) => {
    const row = await write({
      store: storeOf(deliveryMethods, methodId),
      statements: (db) => [
        db.execute(lockVersion(deliveryMethods, methodId, expected_version)),
        ...(isEmptyChange(changes)
          ? []
          : [
              db.execute(sql`select app.save_delivery_method(${methodId}, ${methodFieldsJson(changes)}::jsonb)`),
              db.execute(sql`select app.record_event('delivery_method.updated', ${methodId},
                ${JSON.stringify({ changed: changedNames(changes) })})`),
            ]),
      ],
      result: deliveryMethodJson(methodId),
      read: readDeliveryMethod,
    })
    return toSavedDeliveryMethod(row)
  },
)
