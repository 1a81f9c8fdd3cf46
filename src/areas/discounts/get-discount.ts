import { id } from '../../platform/values/ids.ts'
import { DiscountReference } from '../../platform/references/reference.ts'
import { resource } from '../../platform/operation/resource.ts'
import { selection } from '../../platform/db/selection.ts'
import { discounts } from '../../platform/db/schema/discounts.ts'
import { Discount, discountColumns, discountJson, readDiscount, toDiscount } from './discount.ts'

export const discountResource = resource({
  name: 'discount',
  table: discounts,
  scope: { read: 'catalog:read', write: 'catalog:write' },
  key: 'discount_id',
  id: { discount_id: DiscountReference },
  idAlone: { discount_id: id('discount') },
  output: Discount,
  selected: selection(discountColumns),
  toOutput: toDiscount,
  saved: { output: Discount, read: readDiscount, json: discountJson, toOutput: toDiscount },
})

export const getDiscount = discountResource.get
