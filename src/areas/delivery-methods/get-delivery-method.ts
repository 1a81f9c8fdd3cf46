import { id } from '../../platform/values/ids.ts'
import { deliveryMethods } from '../../platform/db/schema/delivery-methods.ts'
import { selection } from '../../platform/db/selection.ts'
import { resource } from '../../platform/operation/resource.ts'
import { DeliveryMethodReference } from '../../platform/references/reference.ts'
import {
  DeliveryMethod,
  deliveryMethodColumns,
  deliveryMethodJson,
  readDeliveryMethod,
  SavedDeliveryMethod,
  toDeliveryMethod,
  toSavedDeliveryMethod,
} from './delivery-method.ts'

export const deliveryMethodResource = resource({
  name: 'delivery_method',
  table: deliveryMethods,
  scope: { read: 'catalog:read', write: 'catalog:write' },
  key: 'delivery_method_id',
  id: { delivery_method_id: DeliveryMethodReference },
  idAlone: { delivery_method_id: id('delivery method') },
  output: DeliveryMethod,
  selected: selection(deliveryMethodColumns),
  toOutput: toDeliveryMethod,
  saved: {
    output: SavedDeliveryMethod,
    read: readDeliveryMethod,
    json: deliveryMethodJson,
    toOutput: toSavedDeliveryMethod,
  },
})

export const getDeliveryMethod = deliveryMethodResource.get
