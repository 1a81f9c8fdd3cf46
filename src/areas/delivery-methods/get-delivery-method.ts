import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { inVisibleStores } from '../../platform/db/in-stores.ts'
import { query, type ValueOf } from '../../platform/db/prepared.ts'
import { deliveryMethods } from '../../platform/db/schema/delivery-methods.ts'
import { selection } from '../../platform/db/selection.ts'
import { notFound } from '../../platform/errors/errors.ts'
import { id } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { DeliveryMethod, deliveryMethodColumns, toDeliveryMethod } from './delivery-method.ts'

const byId = query(
  selection(deliveryMethodColumns),
  (value: ValueOf<{ readonly id: string }>) =>
    sql`from ${deliveryMethods} where ${and(inVisibleStores(deliveryMethods.storeId), eq(deliveryMethods.id, value('id')))}`,
)

export const getDeliveryMethod = operation(
  {
    name: 'get_delivery_method',
    scope: 'catalog:read',
    input: z.strictObject({ delivery_method_id: id('delivery method') }),
    output: DeliveryMethod,
  },
  async ({ read }, { delivery_method_id }) => {
    const [row] = await read(byId, { id: delivery_method_id })
    if (!row) throw notFound('delivery method')
    return toDeliveryMethod(row)
  },
)
