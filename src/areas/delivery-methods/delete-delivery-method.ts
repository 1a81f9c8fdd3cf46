import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { lockVersion, storeOfDeleted } from '../../platform/db/in-stores.ts'
import { deliveryMethods } from '../../platform/db/schema/delivery-methods.ts'
import { id } from '../../platform/values/ids.ts'
import { ExpectedVersion, operation } from '../../platform/operation/operation.ts'
import { DeliveryMethod, readDeliveryMethod, toDeliveryMethod } from './delivery-method.ts'

/** Deletes a delivery method and returns it. Orders keep its name and price. */
export const deleteDeliveryMethod = operation(
  {
    name: 'delete_delivery_method',
    scope: 'catalog:write',
    input: z.strictObject({ delivery_method_id: id('delivery method'), expected_version: ExpectedVersion }),
    output: DeliveryMethod,
  },
  async ({ write }, { delivery_method_id: methodId, expected_version }) => {
    const row = await write({
      store: storeOfDeleted(deliveryMethods, methodId, 'delivery_method.deleted'),
      statements: (db) => [db.execute(lockVersion(deliveryMethods, methodId, expected_version))],
      result: sql`app.delete_delivery_method(${methodId})`,
      read: readDeliveryMethod,
    })
    return toDeliveryMethod(row)
  },
)
