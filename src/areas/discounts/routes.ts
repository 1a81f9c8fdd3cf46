import { routes } from '../../platform/http/routes/routes.ts'
import { createDiscount } from './create-discount.ts'
import { deleteDiscount } from './delete-discount.ts'
import { getDiscount } from './get-discount.ts'
import { listDiscounts } from './list-discounts.ts'
import { updateDiscount } from './update-discount.ts'

export const discountsRoutes = routes('/api/discounts', [
  { get: '/', operation: listDiscounts },
  { post: '/', operation: createDiscount },
  { get: '/:discount_id', operation: getDiscount },
  { patch: '/:discount_id', operation: updateDiscount },
  { delete: '/:discount_id', operation: deleteDiscount },
])
