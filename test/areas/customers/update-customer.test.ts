import { describe, expect, test } from 'vitest'
import { Customer } from '../../../src/areas/customers/customer.ts'
import { eventsOf } from '../../support/events.ts'
import { service } from '../../support/service.ts'
import { expectBody, expectProblem, openShop } from '../../support/shop.ts'

const shop = service()
const amal = { phone: '+96551234567', email: 'amal@kuwait.test', address: 'Salmiya', notes: 'VIP', tags: ['vip'] }

describe('changing a customer', () => {
  test('changes what was sent and nothing else', async () => {
    const { owner, addCustomer } = await openShop({ through: shop })
    const before = await addCustomer(amal)
    const answer = await owner.patch(`/api/customers/${before.id}`, { notes: 'Calls after six', tags: [] })
    const after = expectBody(answer, 200, Customer)
    expect(after).toEqual({ ...before, notes: 'Calls after six', tags: [], version: 2, updated_at: after.updated_at })
    expect(answer.headers.get('ETag')).toBe('"v2"')
    expect(await owner.get(`/api/customers/${before.id}`)).toMatchObject({ body: after })
  })

  test('with null clears all fields except name and tags', async () => {
    const { owner, addCustomer } = await openShop({ through: shop })
    const { id } = await addCustomer(amal)
    const cleared = { phone: null, email: null, address: null, notes: null }
    expect(await owner.patch(`/api/customers/${id}`, cleared)).toMatchObject({
      status: 200,
      body: { ...cleared, tags: ['vip'] },
    })
    for (const field of ['name', 'tags'])
      expectProblem(await owner.patch(`/api/customers/${id}`, { [field]: null }), 422, 'invalid_input')
  })

  test('records which fields changed, but not their values', async () => {
    const { owner, addCustomer } = await openShop({ through: shop })
    const { id } = await addCustomer(amal)
    await owner.patch(`/api/customers/${id}`, { name: 'Noor', phone: null })
    const events = await eventsOf(id)
    expect(events).toMatchObject([{ type: 'customer.created' }, { type: 'customer.updated' }])
    expect(events[1]?.data).toEqual({ changed: expect.arrayContaining(['name', 'phone']) })
  })

  test('does not change their orders', async () => {
    const { owner, addCustomer, addOrder } = await openShop({ through: shop })
    const { id } = await addCustomer(amal)
    const order = await addOrder({ customer_id: id })
    await owner.patch(`/api/customers/${id}`, { name: 'Noor', phone: null })
    expect(await owner.get(`/api/orders/${order.id}`)).toMatchObject({
      body: { customer_name: 'Amal', customer_phone: '+96551234567' },
    })
  })

  test('is rejected if they changed since they were read', async () => {
    const { owner, addCustomer } = await openShop({ through: shop })
    const { id } = await addCustomer(amal)
    const change = (name: string) => owner.patch(`/api/customers/${id}`, { name }, { 'If-Match': '"v1"' })
    const answers = await Promise.all(['Noor', 'Huda', 'Sara'].map(change))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200)) expectProblem(answer, 409, 'version_conflict')
  })
})
