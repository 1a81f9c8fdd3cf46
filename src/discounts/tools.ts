import { listTool, RowLimit, tool } from '../mcp/tool.ts'
import { Discount } from './discount.ts'
import { listDiscounts } from './list-discounts.ts'
import { saveDiscount } from './save-discount.ts'

export const discountsTools = [
  listTool({
    name: 'list_discounts',
    title: 'List discounts',
    description:
      'Lists discounts, newest first: codes that shoppers enter, and automatic ones. Returns discount ids, conditions, and how many orders use each.',
    operation: listDiscounts,
    input: listDiscounts.input.omit({ page: true }).extend(RowLimit),
    row: Discount.omit({ store_id: true, currency: true, created_at: true, updated_at: true }),
  }),
  tool({
    name: 'save_discount',
    title: 'Save a discount',
    effect: 'adjust',
    description:
      'Changes the discount with this discount_id, only the fields that are sent, or creates one with a code or automatic. Existing orders keep their amounts. Discount ids come from list_discounts, product ids from list_products. Returns the discount with the fields of list_discounts.',
    operation: saveDiscount,
    describedBy: 'list_discounts',
  }),
]
