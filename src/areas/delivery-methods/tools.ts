import { listTool, RowLimit, tool } from '../../platform/tools/tool.ts'
import { DeliveryMethod, SavedDeliveryMethod } from './delivery-method.ts'
import { listDeliveryMethods } from './list-delivery-methods.ts'
import { saveDeliveryMethod } from './save-delivery-method.ts'

const Row = DeliveryMethod.omit({ store_id: true, position: true, created_at: true, updated_at: true })

export const deliveryMethodsTools = [
  listTool({
    name: 'list_delivery_methods',
    title: 'List delivery methods',
    description:
      'Lists delivery methods with zones and prices, in the order shoppers see. rate_per_kg is per kilogram begun.',
    operation: listDeliveryMethods,
    input: listDeliveryMethods.input.omit({ page: true }).extend(RowLimit),
    row: Row,
  }),
  tool({
    name: 'save_delivery_method',
    title: 'Save a delivery method',
    effect: 'adjust',
    description:
      'Changes the delivery method with delivery_method_id, or creates one. Shoppers choose among all whose zones match: also_offered lists the others.',
    operation: saveDeliveryMethod,
    answer: Row.extend({ also_offered: SavedDeliveryMethod.shape.also_offered }),
    describedBy: 'list_delivery_methods',
  }),
]
