import { Discount } from '../../../src/areas/discounts/discount.ts'
import { listDiscounts } from '../../../src/areas/discounts/list-discounts.ts'
import { service, type Service } from '../../support/service.ts'
import { expectBody, openShop } from '../../support/shop.ts'

export const path = '/api/discounts'

export const tenPercent = { code: 'TEN', kind: 'percentage', value: 10 }

const shared = service()

export async function openDiscounts(currency = 'USD', through: Service = shared) {
  const shop = await openShop({ through, currency })
  const add = async (discount: object) => expectBody(await shop.owner.post(path, discount), 201, Discount)
  const list = async (query = '') => expectBody(await shop.owner.get(path + query), 200, listDiscounts.output)
  return { ...shop, add, list }
}
