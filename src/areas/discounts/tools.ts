import { listTool, RowLimit, tool } from '../../platform/tools/tool.ts'
import { Discount } from './discount.ts'
import { listDiscounts } from './list-discounts.ts'
import { saveDiscount } from './save-discount.ts'

export const discountsTools = [
  listTool({
    name: 'list_discounts',
    title: 'List discounts',
    description: 'Lists discounts, newest first, with conditions and uses.',
    operation: listDiscounts,
    input: listDiscounts.input.omit({ page: true }).extend(RowLimit),
    row: Discount.omit({ store_id: true, currency: true, created_at: true, updated_at: true }),
  }),
  tool({
    name: 'save_discount',
    title: 'Save a discount',
    effect: 'adjust',
    description: 'Changes the discount with discount_id, or creates one.',
    operation: saveDiscount,
    describedBy: 'list_discounts',
  }),
]
