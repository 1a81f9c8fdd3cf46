import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { DiscountFields, discountFieldsJson, discountRefusals } from './discount-fields.ts'
import { discountResource } from './get-discount.ts'

export const createDiscount = discountResource.creation({
  input: z.strictObject(DiscountFields),
  refusals: discountRefusals,
  save: (fields, { id }) => [sql`select app.save_discount(${id}, ${discountFieldsJson(fields)})`],
})
