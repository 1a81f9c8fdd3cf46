import { describe, expect, test } from 'vitest'
import { Customer } from '../../../src/areas/customers/customer.ts'
import { eventsOf } from '../../support/events.ts'
import { service } from '../../support/service.ts'
import { expectBody, expectProblem, openShop, pointersOf } from '../../support/shop.ts'

const shop = service()

const amal = {
  name: 'أمل الصباح',
  phone: '+965 5123 4567',
  email: 'Amal@kuwait.test',
  address: 'Salmiya, block 4',
  notes: 'Calls after six',
  tags: ['vip', 'وفية'],
}

describe('a customer', () => {
  test('is stored as sent', async () => {
    const { owner, store } = await openShop({ through: shop })
    const answer = await owner.post('/api/customers', amal)
    const customer = expectBody(answer, 201, Customer)
    expect(customer).toMatchObject({
      ...amal,
      store_id: store.id,
      orders_count: 0,
      total_spent: 0,
      last_order_at: null,
      version: 1,
    })
    expect(answer.headers.get('Location')).toBe(`/api/customers/${customer.id}`)
    expect(answer.headers.get('ETag')).toBe('"v1"')
    const read = await owner.get(`/api/customers/${customer.id}`)
    expect(read).toMatchObject({ status: 200, body: customer })
    expect(read.headers.get('ETag')).toBe('"v1"')
    const [event] = await eventsOf(customer.id)
    expect(event).toMatchObject({ type: 'customer.created', actor_kind: 'user', data: {} })
  })

  test('needs only a name, which need not be unique', async () => {
    const { owner } = await openShop({ through: shop })
    const nothing = { phone: null, email: null, address: null, notes: null, tags: [] }
    for (const body of [{ name: 'Amal' }, { name: 'Amal' }, { name: 'Amal', ...nothing }])
      expect(await owner.post('/api/customers', body)).toMatchObject({
        status: 201,
        body: { name: 'Amal', ...nothing },
      })
  })

  test('with several problems is rejected with all of them', async () => {
    const { owner } = await openShop({ through: shop })
    const wrong = {
      name: '',
      phone: 5,
      email: 'amal at kuwait',
      tags: 'vip',
      address: 'x'.repeat(2001),
      orders_count: 9,
    }
    const problem = expectProblem(await owner.post('/api/customers', wrong), 422, 'invalid_input')
    expect(pointersOf(problem).toSorted()).toEqual(['/address', '/email', '/name', '/orders_count', '/phone', '/tags'])
    expect(await owner.get('/api/customers')).toMatchObject({ body: { meta: { total: 0 } } })
  })

  test('has exact totals after every order', async () => {
    const { owner, addCustomer, addOrder } = await openShop({ through: shop, currency: 'KWD' })
    const { id } = await addCustomer()
    const orders = [
      await addOrder({ customer_id: id, total_amount: 1.005 }),
      await addOrder({ customer_id: id, total_amount: 0.1 }),
    ]
    expect(await owner.get(`/api/customers/${id}`)).toMatchObject({
      body: { orders_count: 2, total_spent: 1.105, last_order_at: orders[1]?.created_at },
    })
  })
})
