import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { lockVersion, storeOf } from '../db/in-stores.ts'
import { deliveryMethods } from '../db/schema/delivery-methods.ts'
import { events } from '../db/schema/events.ts'
import { id } from '../ids.ts'
import { ExpectedVersion, operation } from '../operation.ts'
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
      // For a deleted method, the store it was in, so that a retry finds the stored result.
      store: sql`coalesce(${storeOf(deliveryMethods, methodId)}, (select e.store_id from ${events} as e
        where e.store_id = any(app.stores()) and e.subject_id = ${methodId} and e.type = 'delivery_method.deleted' limit 1))`,
      statements: (db) => [db.execute(lockVersion(deliveryMethods, methodId, expected_version))],
      result: sql`app.delete_delivery_method(${methodId})`,
      read: readDeliveryMethod,
    })
    return toDeliveryMethod(row)
  },
)
