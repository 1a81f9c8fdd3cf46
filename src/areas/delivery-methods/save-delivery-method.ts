import * as z from 'zod'
import { ExpectedVersion, neededForNew, operation } from '../../platform/operation/operation.ts'
import { DeliveryMethodReference } from '../../platform/references/reference.ts'
import { createDeliveryMethod } from './create-delivery-method.ts'
import { DeliveryMethodFields, deliveryMethodRefusals } from './delivery-method-fields.ts'
import { SavedDeliveryMethod } from './delivery-method.ts'
import { updateDeliveryMethod } from './update-delivery-method.ts'

/** Changes the delivery method with this id, or creates one. */
export const saveDeliveryMethod = operation(
  {
    name: 'save_delivery_method',
    scope: 'catalog:write',
    input: z.strictObject({
      delivery_method_id: DeliveryMethodReference.optional(),
      ...DeliveryMethodFields,
      name: DeliveryMethodFields.name.optional().meta({ tool: 'Required for a new one' }),
      expected_version: ExpectedVersion,
    }),
    output: SavedDeliveryMethod,
    refusals: deliveryMethodRefusals,
  },
  async ({ caller }, { delivery_method_id, name, expected_version, ...fields }) => {
    if (delivery_method_id !== undefined)
      return updateDeliveryMethod(caller, { ...fields, name, delivery_method_id, expected_version })
    const needed = neededForNew('delivery method', ['name', name], expected_version)
    return createDeliveryMethod(caller, { ...fields, name: needed })
  },
)
