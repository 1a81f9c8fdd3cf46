import { describe, expect, test } from 'vitest'
import { CreatedOrder, expectBody } from '../../support/shop.ts'
import { expectBooks } from './books.ts'
import { openScarfShop } from './scarf-shop.ts'

const keyed = (key: string) => ({ 'Idempotency-Key': key })

describe('the same key can be used by', () => {
  test('two callers', async () => {
    const { hire, bought, order, store } = await openScarfShop()
    const staff = await hire('staff')
    await bought({}, keyed('one'))
    expect(
      expectBody(await staff.post('/api/orders', order({ notes: 'other' }), keyed('one')), 201, CreatedOrder).number,
    ).toBe(1002)
    await expectBooks(store.id, { orders: 2, reserved: 2 })
  })

  test('the same caller in two stores', async () => {
    const [one, two] = await Promise.all([openScarfShop(), openScarfShop()])
    await two.join(one.owner.subject, 'staff')
    for (const { order, store } of [one, two]) {
      const answer = await one.owner.post('/api/orders', order(), keyed('one'))
      expect(expectBody(answer, 201, CreatedOrder).store_id).toBe(store.id)
    }
  })
})
