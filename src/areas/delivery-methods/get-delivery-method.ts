import { deliveryMethods } from '../../platform/db/schema/delivery-methods.ts'
import { selection } from '../../platform/db/selection.ts'
import { resource } from '../../platform/operation/resource.ts'
import { id } from '../../platform/values/ids.ts'
import { DeliveryMethod, deliveryMethodColumns, toDeliveryMethod } from './delivery-method.ts'

export const deliveryMethodResource = resource({
  name: 'delivery_method',
  table: deliveryMethods,
  scope: { read: 'catalog:read', write: 'catalog:write' },
  id: { delivery_method_id: id('delivery method') },
  output: DeliveryMethod,
  selected: selection(deliveryMethodColumns),
  toOutput: toDeliveryMethod,
})

export const getDeliveryMethod = deliveryMethodResource.get
