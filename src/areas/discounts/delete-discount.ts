import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { lockVersion, storeOfDeleted } from '../../platform/db/in-stores.ts'
import { discounts } from '../../platform/db/schema/discounts.ts'
import { id } from '../../platform/values/ids.ts'
import { ExpectedVersion, operation } from '../../platform/operation/operation.ts'
import { Discount, readDiscount, toDiscount } from './discount.ts'

/** Deletes a discount and returns it. Orders keep its name and amount. */
export const deleteDiscount = operation(
  {
    name: 'delete_discount',
    scope: 'catalog:write',
    input: z.strictObject({ discount_id: id('discount'), expected_version: ExpectedVersion }),
    output: Discount,
  },
  async ({ write }, { discount_id: discountId, expected_version }) => {
    const row = await write({
      store: storeOfDeleted(discounts, discountId, 'discount.deleted'),
      statements: (db) => [db.execute(lockVersion(discounts, discountId, expected_version))],
      result: sql`app.delete_discount(${discountId})`,
      read: readDiscount,
    })
    return toDiscount(row)
  },
)
