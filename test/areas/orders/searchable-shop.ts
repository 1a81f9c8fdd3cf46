import { expect } from 'vitest'
import { openScarfShop } from './scarf-shop.ts'

/** Order numbers, named after the customers. */
export const jose = 1001
export const ahmad = 1002
export const fatima = 1003
export const ohara = 1004

/** Four orders in Latin and Arabic script, with text in every searched field. */
export async function openSearchableShop() {
  const shop = await openScarfShop()
  const { addCustomer, addProduct, bought } = shop
  const coffee = await addProduct({
    title: 'Café Crème',
    variants: [{ sku: 'SC-RED-M' }, { sku: '0012-345-67', options: { Size: 'M' }, tracked: false }],
  })
  const cup = { product_id: coffee.id, quantity: 1, unit_price: 10, variant_sku: '0012-345-67' }
  const order = async (customer: Record<string, unknown>, fields: Record<string, unknown> = {}) => {
    const { id } = await addCustomer(customer)
    return bought({ customer_id: id, ...fields })
  }
  const created = [
    await order({ name: 'José Álvarez', phone: '+34 612 34 56 78' }, { items: [cup], tags: ['VIP', 'زبون دائم'] }),
    await order({ name: 'أحمد الهاشمي', phone: '050 888 1234' }, { notes: 'Leave at no. 1001, 50% paid' }),
    await order({ name: 'فاطمة العلي', phone: '+966 50 765 4321' }, { notes: 'شُكْرًا_جزيلا', platform: 'whatsapp' }),
    await order({ name: "Mary O'Hara" }, { customer_phone: '٠٥٥٩٩٨٨٧٧', notes: String.raw`size_m, C:\labels` }),
  ]
  expect(created.map(({ number }) => number)).toEqual([jose, ahmad, fatima, ohara])
  return shop
}
