import { expect, test } from 'vitest'
import { searchStore } from '../../../src/areas/home/search-store.ts'
import { tokenFor } from '../../support/callers/assistant.ts'
import { serverOf } from '../../support/callers/keys.ts'
import { type Client, client, expectBody, expectProblem, inStore, openShop, somebody } from '../../support/shop.ts'
import { openScarfShop } from '../orders/scarf-shop.ts'

const find = async (by: Pick<Client, 'get'>, q: string) =>
  expectBody(await by.get(`/api/search?q=${encodeURIComponent(q)}`), 200, searchStore.output)

/** What was found, in words. */
async function wordsOf(by: Pick<Client, 'get'>, q: string) {
  const { orders, customers, products } = await find(by, q)
  return [orders.map(({ name }) => name), customers.map(({ name }) => name), products.map(({ title }) => title)]
}

test('finds orders, customers and products at once, as their lists do', async () => {
  const shop = await openScarfShop()
  await shop.buy({ notes: 'Wrap the blanket' })
  await shop.addCustomer({ name: 'Blanche Dubois', phone: '+965 5000 7777', email: 'blanche@test.example' })
  await shop.addProduct({
    title: 'Wool Blanket',
    price: 24.5,
    images: [{ url: 'https://pictures.example/blanket.webp', alt: 'A blanket' }],
  })
  const { owner } = shop
  expect(await wordsOf(owner, 'blan')).toEqual([['#1001'], ['Blanche Dubois'], ['Wool Blanket']])
  expect(await wordsOf(owner, '#1001')).toEqual([['#1001'], [], []])
  expect(await wordsOf(owner, '5000 7777')).toEqual([[], ['Blanche Dubois'], []])
  expect(await wordsOf(owner, 'blamket'), 'with one typo').toEqual([[], [], ['Wool Blanket']])
  expect(await wordsOf(owner, 'nothing like it')).toEqual([[], [], []])

  const { products, customers, orders } = await find(owner, 'blan')
  expect(products).toMatchObject([{ price: 24.5, currency: 'USD', image_url: 'https://pictures.example/blanket.webp' }])
  expect(customers).toMatchObject([{ phone: '+965 5000 7777', email: 'blanche@test.example' }])
  expect(orders).toMatchObject([{ number: 1001, status: 'pending', customer_name: 'Amal', total_amount: 10 }])
})

test('finds at most five of each, the newest orders and customers, and no archived products', async () => {
  const shop = await openScarfShop()
  for (let made = 0; made < 6; made++) {
    await shop.buy()
    await shop.addCustomer({ name: `Scarf lover ${made}` })
    await shop.addProduct({ title: `Scarf ${made}` })
  }
  const { id } = await shop.addProduct({ title: 'Scarf scarf' })
  await shop.owner.delete(`/api/products/${id}`)
  const [orders, customers, products] = await wordsOf(shop.owner, 'scarf')
  expect(orders).toEqual(['#1006', '#1005', '#1004', '#1003', '#1002'])
  expect(customers).toEqual(['Scarf lover 5', 'Scarf lover 4', 'Scarf lover 3', 'Scarf lover 2', 'Scarf lover 1'])
  expect(products).toHaveLength(5)
  expect(products).not.toContain('Scarf scarf')
})

test('an order with the number comes first, however many others have its digits', async () => {
  const shop = await openScarfShop()
  for (let made = 0; made < 7; made++) await shop.buy({ notes: made > 0 ? 'Gate code 1001' : '' })
  for (const term of ['1001', '#1001', ' 1001 ', '١٠٠١', '#۱۰۰۱'])
    expect((await wordsOf(shop.owner, term))[0]?.[0], term).toBe('#1001')
  expect((await wordsOf(shop.owner, '1001'))[0]).toEqual(['#1001', '#1007', '#1006', '#1005', '#1004'])
})

test('searches one store, for its people only, and for something', async () => {
  const [shop, other] = await Promise.all([openScarfShop(), openShop()])
  await shop.buy()
  const path = '/api/search?q=scarf'
  expect(await wordsOf(other.owner, 'scarf')).toEqual([[], [], []])
  expectProblem(await other.owner.get(path, inStore(shop.store)), 404, 'store_not_found')
  expectProblem(await (await serverOf(shop)).get(path), 403, 'session_required')
  expectProblem(await client((await tokenFor(shop, {})).token).get(path), 401, 'invalid_token')
  expectProblem(await (await somebody()).get(path), 422, 'store_required')
  for (const wrong of ['', '?q=', '?q=%20', `?q=${'a'.repeat(201)}`, '?q=a&limit=50'])
    expectProblem(await shop.owner.get(`/api/search${wrong}`), 422, 'invalid_input')
  expect(await wordsOf(await shop.hire('viewer'), 'scarf')).toEqual([['#1001'], [], ['Scarf']])
  await other.join(shop.owner.subject, 'viewer')
  expectProblem(await shop.owner.get(path), 422, 'store_required')
})
