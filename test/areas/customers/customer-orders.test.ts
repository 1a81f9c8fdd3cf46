import { expect, test } from 'vitest'
import { listCustomerOrders } from '../../../src/areas/customers/list-orders.ts'
import { listOrders } from '../../../src/areas/orders/list-orders.ts'
import { openScarfShop } from '../orders/scarf-shop.ts'
import { service } from '../../support/service.ts'
import { expectBody, expectProblem } from '../../support/shop.ts'

const shop = service()

test('the orders of a customer are the same as in the filtered list of orders, page by page', async () => {
  const { owner, customer, buy, addCustomer } = await openScarfShop({ through: shop })
  const other = await addCustomer({ name: 'Noor' })
  for (let turn = 0; turn < 5; turn++) await buy()
  await buy({ customer_id: other.id })
  const ordersPage = async (question: string) =>
    expectBody(await owner.get(`/api/customers/${customer.id}/orders?${question}`), 200, listCustomerOrders.output)
  const all = expectBody(await owner.get(`/api/orders?customer_id=${customer.id}`), 200, listOrders.output)
  expect(await ordersPage('')).toEqual(all)
  expect(all.data.map(({ number }) => number)).toEqual([1005, 1004, 1003, 1002, 1001])
  const first = await ordersPage('limit=2')
  expect(first.meta).toMatchObject({ total: 5, total_pages: 3, has_more: true })
  const second = await ordersPage(`limit=2&cursor=${first.meta.next_cursor}`)
  expect(second.data.map(({ number }) => number)).toEqual([1003, 1002])
  expect((await ordersPage('limit=2&page=3')).data.map(({ number }) => number)).toEqual([1001])
  expectProblem(await owner.get(`/api/customers/${customer.id}/orders?status=paid`), 422, 'invalid_input')
  // A cursor is only valid for the orders of its customer.
  const swapped = await owner.get(`/api/customers/${other.id}/orders?limit=2&cursor=${first.meta.next_cursor}`)
  expectProblem(swapped, 422, 'invalid_input')
})

test('a customer without orders has an empty list', async () => {
  const { owner, customer } = await openScarfShop({ through: shop })
  expect(await owner.get(`/api/customers/${customer.id}/orders`)).toMatchObject({
    status: 200,
    body: { data: [], meta: { total: 0, has_more: false } },
  })
})
