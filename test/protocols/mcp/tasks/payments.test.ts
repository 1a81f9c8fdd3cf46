import { expect } from 'vitest'
import { z } from 'zod'
import { orderOf } from './orders-state.ts'
import { writes } from './task.ts'

writes('Five orders paid in cash on delivery', async (shop) => {
  const { says, call } = shop
  const numbers = [1096, 1097, 1098, 1099, 1100]
  says(`${numbers.join(', ')} were paid in cash on delivery.`)
  for (const number of numbers) await call('record_payment', { order_id: `#${number}`, method: 'cash' })
  for (const number of numbers) {
    const { payment_status, paid_minor, total_minor, status } = await orderOf(shop, number)
    expect({ payment_status, paid_minor, status }).toEqual({
      payment_status: 'paid',
      paid_minor: total_minor,
      status: 'completed',
    })
  }
})

writes('Half of an order paid by bank transfer', async (shop) => {
  const { says, infers, call } = shop
  says('Björn Kowalska has paid half of the latest order by bank transfer.')
  const { data } = await call('list_orders', { search: 'Björn Kowalska', limit: 1 })
  const [order] = z.array(z.object({ number: z.int(), total_amount: z.number() })).parse(data)
  const amount = Math.round((order?.total_amount ?? 0) * 50) / 100
  infers(amount, 'bank_transfer')
  await call('record_payment', { order_id: `#${order?.number}`, amount, method: 'bank_transfer' })
  expect(await orderOf(shop, 1212)).toMatchObject({
    payment_status: 'partially_paid',
    paid_minor: Math.round(amount * 100),
    total_minor: 47399,
  })
})
