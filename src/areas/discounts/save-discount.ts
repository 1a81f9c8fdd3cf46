import * as z from 'zod'
import { DiscountReference } from '../../platform/references/reference.ts'
import { ExpectedVersion, neededForNew, operation } from '../../platform/operation/operation.ts'
import { createDiscount } from './create-discount.ts'
import { Discount } from './discount.ts'
import { DiscountFields, discountRefusals } from './discount-fields.ts'
import { updateDiscount } from './update-discount.ts'

/** Changes the discount with this id, or creates one. */
export const saveDiscount = operation(
  {
    name: 'save_discount',
    scope: 'catalog:write',
    input: z.strictObject({
      discount_id: DiscountReference.optional().describe('Without it, a discount is created'),
      ...DiscountFields,
      kind: DiscountFields.kind.optional().describe('Required for a new discount'),
      expected_version: ExpectedVersion,
    }),
    output: Discount,
    refusals: discountRefusals,
  },
  async ({ caller }, { discount_id, kind, expected_version, ...fields }) => {
    if (discount_id !== undefined) return updateDiscount(caller, { ...fields, kind, discount_id, expected_version })
    return createDiscount(caller, { ...fields, kind: neededForNew('discount', ['kind', kind], expected_version) })
  },
)
