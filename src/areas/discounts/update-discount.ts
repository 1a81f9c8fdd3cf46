import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { DiscountReference } from '../../platform/references/reference.ts'
import { ExpectedVersion } from '../../platform/operation/operation.ts'
import { DiscountFields, discountRefusals, discountFieldsJson } from './discount-fields.ts'
import { discountResource } from './get-discount.ts'

export const updateDiscount = discountResource.change({
  input: z.strictObject({
    ...DiscountFields,
    kind: DiscountFields.kind.optional(),
    discount_id: DiscountReference,
    expected_version: ExpectedVersion,
  }),
  refusals: discountRefusals,
  save: (changes, of) => [sql`select app.save_discount(${of.id}, ${discountFieldsJson(changes)})`],
})
