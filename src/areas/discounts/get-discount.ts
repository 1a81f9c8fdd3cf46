import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { inVisibleStores } from '../../platform/db/in-stores.ts'
import { query, type ValueOf } from '../../platform/db/prepared.ts'
import { discounts } from '../../platform/db/schema/discounts.ts'
import { selection } from '../../platform/db/selection.ts'
import { notFound } from '../../platform/errors/errors.ts'
import { id } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Discount, discountColumns, toDiscount } from './discount.ts'

const byId = query(
  selection(discountColumns),
  (value: ValueOf<{ readonly id: string }>) =>
    sql`from ${discounts} where ${and(inVisibleStores(discounts.storeId), eq(discounts.id, value('id')))}`,
)

export const getDiscount = operation(
  {
    name: 'get_discount',
    scope: 'catalog:read',
    input: z.strictObject({ discount_id: id('discount') }),
    output: Discount,
  },
  async ({ read }, { discount_id }) => {
    const [row] = await read(byId, { id: discount_id })
    if (!row) throw notFound('discount')
    return toDiscount(row)
  },
)
