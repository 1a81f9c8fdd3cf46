import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { newId } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { DiscountFields, discountRefusals, discountFieldsJson } from './discount-fields.ts'
import { Discount, discountJson, readDiscount, toDiscount } from './discount.ts'

export const createDiscount = operation(
  {
    name: 'create_discount',
    scope: 'catalog:write',
    input: z.strictObject(DiscountFields),
    output: Discount,
    refusals: discountRefusals,
  },
  async ({ write }, fields) => {
    const id = newId()
    const row = await write({
      store: sql`app.only_store()`,
      statements: (db) => [
        db.execute(sql`select app.save_discount(${id}, ${discountFieldsJson(fields)}::jsonb)`),
        db.execute(sql`select app.record_event('discount.created', ${id})`),
      ],
      result: discountJson(id),
      read: readDiscount,
    })
    return toDiscount(row)
  },
)
