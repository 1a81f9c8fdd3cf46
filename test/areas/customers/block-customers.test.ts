import { describe, expect, test } from 'vitest'
import { eventsOf } from '../../support/events.ts'
import { service } from '../../support/service.ts'
import { CreatedOrder, expectBody, expectProblem, inStore, openShop, pointersOf } from '../../support/shop.ts'
import { openScarfShop } from '../orders/scarf-shop.ts'

const shop = service()

describe('blocking a customer', () => {
  test('stores a reason, and unblocking removes it', async () => {
    const { owner, addCustomer } = await openShop({ through: shop })
    const { id, blocked } = await addCustomer()
    expect(blocked).toBe(false)
    const change = (body: object) => owner.patch(`/api/customers/${id}`, body)
    expect(await change({ blocked: true, blocked_reason: 'Never pays' })).toMatchObject({
      status: 200,
      body: { blocked: true, blocked_reason: 'Never pays' },
    })
    expect(await change({ notes: 'Still' })).toMatchObject({ body: { blocked: true, blocked_reason: 'Never pays' } })
    expect(await change({ blocked: false })).toMatchObject({ body: { blocked: false, blocked_reason: null } })
    expect((await eventsOf(id)).map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'customer.created', data: {} },
      { type: 'customer.updated', data: { changed: ['blocked', 'blocked_reason'] } },
      { type: 'customer.blocked', data: { blocked_reason: 'Never pays' } },
      { type: 'customer.updated', data: { changed: ['notes'] } },
      { type: 'customer.updated', data: { changed: ['blocked'] } },
      { type: 'customer.unblocked', data: {} },
    ])
  })

  test('twice records one event', async () => {
    const { owner, addCustomer } = await openShop({ through: shop })
    const { id } = await addCustomer({ blocked: true, blocked_reason: 'Fraud' })
    expect(await owner.patch(`/api/customers/${id}`, { blocked: true })).toMatchObject({
      body: { blocked: true, blocked_reason: 'Fraud' },
    })
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual(['customer.created', 'customer.updated'])
  })

  test('a reason without a block is rejected, and nothing changes', async () => {
    const { owner, addCustomer } = await openShop({ through: shop })
    const { id } = await addCustomer()
    for (const body of [
      { blocked_reason: 'Why' },
      { blocked: false, blocked_reason: 'Why' },
      { name: 'Noor', blocked_reason: 'Why' },
    ]) {
      const problem = expectProblem(await owner.patch(`/api/customers/${id}`, body), 422, 'invalid_input')
      expect(pointersOf(problem)).toEqual(['/blocked_reason'])
    }
    const made = await owner.post('/api/customers', { name: 'Noor', blocked_reason: 'Why' })
    expect(pointersOf(expectProblem(made, 422, 'invalid_input'))).toEqual(['/blocked_reason'])
    expect(await owner.get(`/api/customers/${id}`)).toMatchObject({ body: { name: 'Amal', version: 1 } })
  })

  test('still lets staff place orders, with a warning', async () => {
    const { owner, customer, bought, hire, order, store } = await openScarfShop({ through: shop })
    expect((await bought()).warnings).toEqual([])
    await owner.patch(`/api/customers/${customer.id}`, { blocked: true })
    const staff = await hire('staff')
    const key = { 'Idempotency-Key': 'once', ...inStore(store) }
    const body = order({ total_amount: 11 })
    const { warnings, customer_id } = expectBody(await staff.post('/api/orders', body, key), 201, CreatedOrder)
    expect(customer_id).toBe(customer.id)
    expect(warnings.map(({ code }) => code)).toContain('customer_blocked')
    // A retry gets the same answer, whatever has changed since.
    await owner.patch(`/api/customers/${customer.id}`, { blocked: false })
    expect(await staff.post('/api/orders', body, key)).toMatchObject({ status: 201, body: { warnings } })
    expect((await bought()).warnings.map(({ code }) => code)).not.toContain('customer_blocked')
  })
})
