import { expect, test } from 'vitest'
import { importOrders } from '../../../src/areas/orders/transfer/import-orders.ts'
import { expectBody } from '../../support/shop.ts'
import { act, stockOf } from './acting.ts'
import { openScarfShop } from './scarf-shop.ts'

test('returning an imported order puts its items in stock, although shipping it took none', async () => {
  const { owner, customer, scarf } = await openScarfShop({ on_hand: 10 })
  const order = {
    external_id: 'OLD-1',
    customer_id: customer.id,
    items: [{ product_id: scarf.id, quantity: 2, unit_price: 10 }],
  }
  const path = '/api/orders/import?reserve_stock=false'
  const { rows } = expectBody(
    await owner.post(path, order, { 'Content-Type': 'application/x-ndjson' }),
    200,
    importOrders.output,
  )
  const id = rows[0]?.id ?? ''
  const stock = () => stockOf(owner, scarf.id)

  for (const action of ['confirm', 'ship', 'deliver']) await act(owner, id, action)
  expect(await stock()).toContainEqual({ on_hand: 10, reserved: 0 })
  await act(owner, id, 'return', { items: [{ position: 1, quantity: 1 }] })
  expect(await stock()).toContainEqual({ on_hand: 11, reserved: 0 })
})
