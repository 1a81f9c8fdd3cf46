import { z } from 'zod'
import { asOwner } from '../../support/sql.ts'
import { CreatedOrder, expectBody } from '../../support/shop.ts'
import { openScarfShop } from './scarf-shop.ts'

const Id = z.tuple([z.object({ id: z.string() })])

type Fields = Record<string, unknown>

/**
 * A scarf shop that charges 15 % tax, included in its prices unless `tax` says otherwise, delivers for 5 and 1 more for cash
 * on delivery, and has the code TEN for a tenth off. A scarf costs it 4.
 */
export async function openCheckoutShop(options: Parameters<typeof openScarfShop>[0] & { tax?: Fields | null } = {}) {
  const shop = await openScarfShop(options)
  const { id } = shop.store
  const rate = { rate: 15, label: 'VAT', registration_number: null, country_rates: [] }
  const tax = { ...rate, prices_include_tax: true, tax_delivery: true, ...options.tax }
  const scale = 10 ** shop.store.currency_exponent
  await asOwner`update stores set tax = ${options.tax === null ? null : JSON.stringify(tax)}::jsonb where id = ${id}`
  await asOwner`update products set cost_minor = ${4 * scale} where store_id = ${id} and id = ${shop.scarf.id}`
  const [method] = Id.parse(
    await asOwner`insert into delivery_methods (store_id, id, name, price_minor, cod_fee_minor, min_days, max_days, position)
      values (${id}, gen_random_uuid(), 'Standard, “inside” the city', ${5 * scale}, ${scale}, 1, 3, 1) returning id`,
  )
  const [discount] = Id.parse(
    await asOwner`insert into discounts (store_id, id, name, code, kind, percentage)
      values (${id}, gen_random_uuid(), 'A tenth off', 'TEN', 'percentage', 10) returning id`,
  )
  const computed = (fields: Fields = {}) =>
    shop.order({ total_amount: undefined, delivery_method_id: method.id, discount_code: 'ten', ...fields })
  return {
    ...shop,
    methodId: method.id,
    discountId: discount.id,
    /** The body of an order whose amounts are computed. */
    computed,
    check: async (fields: Fields = {}) =>
      expectBody(await shop.owner.post('/api/orders', computed(fields)), 201, CreatedOrder),
  }
}
