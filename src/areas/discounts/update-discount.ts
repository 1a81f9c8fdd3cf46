import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { id } from '../../platform/values/ids.ts'
import { ExpectedVersion } from '../../platform/operation/operation.ts'
import { DiscountFields, discountRefusals, discountFieldsJson } from './discount-fields.ts'
import { discountResource } from './get-discount.ts'

export const updateDiscount = discountResource.change({
  input: z.strictObject({
    ...DiscountFields,
    kind: DiscountFields.kind.optional(),
    discount_id: id('discount'),
    expected_version: ExpectedVersion,
  }),
  refusals: discountRefusals,
  save: (changes, of) => [sql`select app.save_discount(${of.id}, ${discountFieldsJson(changes)}::jsonb)`],
})
