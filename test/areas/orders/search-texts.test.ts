import { expect, test } from 'vitest'
import { orderTextsWhere } from '../../../src/areas/orders/order-texts.ts'
import { asOwner } from '../../support/sql.ts'
import { act } from './acting.ts'
import { numbersOf } from './listing.ts'
import { openScarfShop } from './scarf-shop.ts'

type ScarfShop = Awaited<ReturnType<typeof openScarfShop>>

const customersFound = async ({ owner }: ScarfShop, term: string) =>
  (await owner.get(`/api/customers?search=${encodeURIComponent(term)}`)).body

/** Changes with every write to the rows that searches look through. */
const searchRows = ({ store }: ScarfShop) => asOwner`
  select 'order' as what, xmin::text, ctid::text from order_search_texts where store_id = ${store.id}
  union all select 'customer', xmin::text, ctid::text from customer_search_texts where store_id = ${store.id} order by 1, 2`

test('actions on an order leave what searches look through untouched', async () => {
  const shop = await openScarfShop()
  const { id } = await shop.bought()
  const before = await searchRows(shop)
  expect(before).toHaveLength(2)
  for (const action of ['confirm', 'prepare', 'ship', 'deliver'] as const) await act(shop.owner, id, action)
  expect(await searchRows(shop)).toEqual(before)
})

test.each(orderTextsWhere(({ isSearched }) => isSearched))(
  'an order is found by its %s, and no longer once that is another',
  async (name) => {
    const shop = await openScarfShop()
    const { id } = await shop.bought({ [name]: 'doorbell 12' })
    expect(await numbersOf(shop.owner, { search: 'doorbell' })).toEqual([1001])
    await shop.owner.patch(`/api/orders/${id}`, { [name]: 'neighbour 34' })
    expect(await numbersOf(shop.owner, { search: 'doorbell' })).toEqual([])
    expect(await numbersOf(shop.owner, { search: 'neighbour' })).toEqual([1001])
    await shop.owner.patch(`/api/orders/${id}`, { [name]: null })
    expect(await numbersOf(shop.owner, { search: 'neighbour' })).toEqual([])
  },
)

test('an order is found by the names of its lines and the tracking numbers of its shipments, as they are now', async () => {
  const shop = await openScarfShop()
  const coat = await shop.addProduct({ title: 'Coat', price: 10, variants: [{ on_hand: 1 }] })
  const { id } = await shop.bought()
  const found = async () => {
    const terms = ['scarf', 'coat', 'ax-1', 'ax-2']
    const numbers = await Promise.all(terms.map((search) => numbersOf(shop.owner, { search })))
    return terms.filter((_, nth) => numbers[nth]?.length)
  }
  expect(await found()).toEqual(['scarf'])
  await shop.owner.patch(`/api/orders/${id}`, { items: [shop.line({ product_id: coat.id })] })
  expect(await found()).toEqual(['coat'])
  await act(shop.owner, id, 'confirm')
  const { shipments } = await act(shop.owner, id, 'ship', { tracking_number: 'AX-1' })
  expect(await found()).toEqual(['coat', 'ax-1'])
  await shop.owner.patch(`/api/shipments/${shipments[0]?.id}`, { tracking_number: 'AX-2' })
  expect(await found()).toEqual(['coat', 'ax-2'])
})

test('an anonymized customer and their orders are not found by any of their words', async () => {
  const shop = await openScarfShop()
  await shop.buy({ notes: 'doorbell' })
  for (const term of ['Amal', '50123456', 'doorbell'])
    expect(await numbersOf(shop.owner, { search: term })).toEqual([1001])
  await shop.owner.post(`/api/customers/${shop.customer.id}/anonymize`, {})
  for (const term of ['Amal', '50123456', 'doorbell', 'Gulf Road']) {
    expect(await numbersOf(shop.owner, { search: term }), term).toEqual([])
    expect(await customersFound(shop, term), term).toMatchObject({ data: [], meta: { total: 0 } })
  }
  expect(await numbersOf(shop.owner, { search: 'anonymized scarf' })).toEqual([1001])
})

test('a merged customer is found once, by the words of both', async () => {
  const shop = await openScarfShop()
  const twin = await shop.addCustomer({ name: 'Amoula', email: 'amoula@example.test' })
  await shop.owner.post('/api/customers/merge', { keep_id: shop.customer.id, merge_ids: [twin.id] })
  for (const term of ['amoula@', '50123456'])
    expect(await customersFound(shop, term)).toMatchObject({ data: [{ id: shop.customer.id }], meta: { total: 1 } })
  expect(await searchRows(shop)).toHaveLength(1)
})

test('orders that are written by SQL are found, and deleted ones are not', async () => {
  const shop = await openScarfShop()
  const { id } = await shop.bought()
  await asOwner`update orders set customer_name = 'Zaynab' where store_id = ${shop.store.id} and id = ${id}`
  expect(await numbersOf(shop.owner, { search: 'zaynab' })).toEqual([1001])
  await asOwner`delete from orders where store_id = ${shop.store.id} and id = ${id}`
  expect(await searchRows(shop)).toHaveLength(1)
})
