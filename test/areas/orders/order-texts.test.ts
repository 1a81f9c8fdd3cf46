import { expect, test } from 'vitest'
import { z } from 'zod'
import { orderTextNames } from '../../../src/areas/orders/order-texts.ts'
import { updateOrder } from '../../../src/areas/orders/update-order.ts'
import { ordersTools } from '../../../src/areas/orders/tools.ts'
import { exported, linesOf, sentCsv } from '../../platform/transfer/files.ts'
import { openScarfShop } from './scarf-shop.ts'

test('a spreadsheet brings every text of an order along, and takes every one home', async () => {
  const { owner } = await openScarfShop()
  const cells = orderTextNames.map((name) => `A value of ${name}`)
  const header = ['external_id', 'customer_name', 'customer_id', 'sku', 'quantity', 'unit_price', ...orderTextNames]
  const row = ['OLD-1', 'Basma', 'C-1', 'SC-1', 1, 10, ...cells]
  expect(await sentCsv(owner, 'orders', header.join(), row)).toMatchObject({ created: 1 })

  const [line] = linesOf(await exported(owner, 'orders', '?format=csv'))
  expect(orderTextNames.map((name) => line?.[name])).toEqual(cells)
})

test('an assistant can change every text of an order', () => {
  const tool = ordersTools.find(({ name }) => name === 'update_order')
  const { properties } = z.object({ properties: z.record(z.string(), z.unknown()) }).parse(tool?.listed().inputSchema)
  for (const name of orderTextNames) {
    expect(updateOrder.input.shape).toHaveProperty(name)
    expect(properties).toHaveProperty(name)
  }
})
