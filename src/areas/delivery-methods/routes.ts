import { routes } from '../../platform/http/routes/routes.ts'
import { createDeliveryMethod } from './create-delivery-method.ts'
import { deleteDeliveryMethod } from './delete-delivery-method.ts'
import { getDeliveryMethod } from './get-delivery-method.ts'
import { listDeliveryMethods } from './list-delivery-methods.ts'
import { updateDeliveryMethod } from './update-delivery-method.ts'

export const deliveryMethodsRoutes = routes('/api/delivery-methods', [
  { get: '/', operation: listDeliveryMethods },
  { post: '/', operation: createDeliveryMethod },
  { get: '/:delivery_method_id', operation: getDeliveryMethod, versionTells: () => true },
  { patch: '/:delivery_method_id', operation: updateDeliveryMethod },
  { delete: '/:delivery_method_id', operation: deleteDeliveryMethod },
])
