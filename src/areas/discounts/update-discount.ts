import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { lockVersion, storeOf } from '../../platform/db/in-stores.ts'
import { discounts } from '../../platform/db/schema/discounts.ts'
import { id } from '../../platform/values/ids.ts'
import { changedNames, ExpectedVersion, isEmptyChange, operation } from '../../platform/operation/operation.ts'
import { DiscountFields, discountRefusals, discountFieldsJson } from './discount-fields.ts'
import { Discount, discountJson, readDiscount, toDiscount } from './discount.ts'

export const updateDiscount = operation(
  {
    name: 'update_discount',
    scope: 'catalog:write',
    input: z.strictObject({
      ...DiscountFields,
      kind: DiscountFields.kind.optional(),
      discount_id: id('discount'),
      expected_version: ExpectedVersion,
    }),
    output: Discount,
    refusals: discountRefusals,
  },
  async ({ write }, { discount_id: discountId, expected_version, ...changes }) => {
    const row = await write({
      store: storeOf(discounts, discountId),
      statements: (db) => [
        db.execute(lockVersion(discounts, discountId, expected_version)),
        ...(isEmptyChange(changes)
          ? []
          : [
              db.execute(sql`select app.save_discount(${discountId}, ${discountFieldsJson(changes)}::jsonb)`),
              db.execute(sql`select app.record_event('discount.updated', ${discountId},
                ${JSON.stringify({ changed: changedNames(changes) })})`),
            ]),
      ],
      result: discountJson(discountId),
      read: readDiscount,
    })
    return toDiscount(row)
  },
)
