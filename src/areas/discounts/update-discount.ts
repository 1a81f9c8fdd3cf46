import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { id } from '../../platform/values/ids.ts'
import { ExpectedVersion, operation } from '../../platform/operation/operation.ts'
import { DiscountFields, discountRefusals, discountFieldsJson } from './discount-fields.ts'
import { discountResource } from './get-discount.ts'
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
  async (context, { discount_id: discountId, expected_version, ...changes }) => {
    const row = await discountResource.change(context, discountId, expected_version, changes, {
      save: (db) => db.execute(sql`select app.save_discount(${discountId}, ${discountFieldsJson(changes)}::jsonb)`),
      result: discountJson(discountId),
      read: readDiscount,
    })
    return toDiscount(row)
  },
)
