import { describe, expect, test } from 'vitest'
import { service } from '../../support/service.ts'
import { asOwner } from '../../support/sql.ts'
import { sent, types } from '../../platform/transfer/files.ts'
import { expectProblem, openShop, pointersOf } from '../../support/shop.ts'

const shop = service()

/** One number in several formats. */
const ways = [
  '+96551234567',
  '+965 5123 4567',
  '00965 5123-4567',
  '(+965) 51 23 45 67',
  '٠٠٩٦٥٥١٢٣٤٥٦٧',
  '+٩٦٥ ٥١٢٣ ٤٥٦٧',
  '۰۰۹۶۵۵۱۲۳۴۵۶۷',
]

describe('a phone number', () => {
  test('identifies one customer of the store, in any format', async () => {
    const { owner } = await openShop({ through: shop })
    const [first, ...others] = ways
    expect(await owner.post('/api/customers', { name: 'Amal', phone: first })).toMatchObject({ status: 201 })
    for (const phone of others) {
      const problem = expectProblem(await owner.post('/api/customers', { name: 'Noor', phone }), 409, 'duplicate')
      expect(pointersOf(problem), phone).toEqual(['/phone'])
    }
    expect(await owner.get('/api/customers')).toMatchObject({ body: { meta: { total: 1 } } })
  })

  test('is stored as sent', async () => {
    for (const phone of ways) {
      const { addCustomer } = await openShop({ through: shop })
      expect(await addCustomer({ phone })).toMatchObject({ phone })
    }
  })

  test('can also belong to a customer of another store', async () => {
    for (const _ of [1, 2])
      expect(await (await openShop({ through: shop })).addCustomer({ phone: '+96551234567' })).toMatchObject({
        name: 'Amal',
      })
  })

  test('without a country is stored as sent and is not unique', async () => {
    const { addCustomer } = await openShop({ through: shop })
    for (const phone of ['5123 4567', '5123 4567', '051234567', '12345', '+999 12', '٥١٢٣٤ (doorman)'])
      expect(await addCustomer({ phone })).toMatchObject({ phone })
  })

  test('needs at least five digits in every field', async () => {
    const { owner, addOrder } = await openShop({ through: shop })
    const order = await addOrder()
    const path = `/api/customers/${order.customer_id}`
    for (const phone of ['12', '1234', '٣٤', 'ask the doorman', '+', '(0)12-3']) {
      const refusals = [
        [await owner.post('/api/customers', { name: 'Noor', phone }), '/phone'],
        [await owner.post('/api/customers', { name: 'Noor', other_phones: ['2200 1100', phone] }), '/other_phones/1'],
        [await owner.patch(path, { phone }), '/phone'],
      ] as const
      for (const [answer, pointer] of refusals) {
        const problem = expectProblem(answer, 422, 'invalid_input')
        expect(problem.errors).toMatchObject([
          { pointer, detail: expect.stringMatching(/^\w+ must be a phone number, with at least 5 digits$/) },
        ])
      }
      const address = await owner.post('/api/customers', { name: 'Noor', addresses: [{ phone, city: 'Salmiya' }] })
      expectProblem(address, 422, 'invalid_input')
      const file = JSON.stringify({ external_id: 'C-1', name: 'Noor', phone })
      const report = await sent(owner, 'customers', file, { type: types.jsonl })
      expect(report).toMatchObject({
        failed: 1,
        rows: [{ errors: [{ detail: expect.stringContaining('at least 5 digits') }] }],
      })
    }
  })

  test('accepted by an earlier release stays, and its customer can be changed', async () => {
    const { owner, addCustomer, store } = await openShop({ through: shop })
    const { id } = await addCustomer()
    await asOwner`update customers set phone = '12' where store_id = ${store.id} and id = ${id}`
    expect(await owner.patch(`/api/customers/${id}`, { notes: 'Calls late' })).toMatchObject({
      status: 200,
      body: { phone: '12', notes: 'Calls late' },
    })
    expect(await owner.get('/api/customers?search=12')).toMatchObject({ body: { data: [{ id, phone: '12' }] } })
    expect(await owner.patch(`/api/customers/${id}`, { phone: '12345' })).toMatchObject({ status: 200 })
  })

  test('cannot be given to a second customer later, and is free once removed', async () => {
    const { owner, addCustomer } = await openShop({ through: shop })
    const { id } = await addCustomer({ phone: '+96551234567' })
    const other = await addCustomer({ name: 'Noor', phone: '+96551234568' })
    const taken = await owner.patch(`/api/customers/${other.id}`, { name: 'Nour', phone: '0096551234567' })
    expect(pointersOf(expectProblem(taken, 409, 'duplicate'))).toEqual(['/phone'])
    expect(await owner.get(`/api/customers/${other.id}`)).toMatchObject({ body: { name: 'Noor', version: 1 } })

    await owner.patch(`/api/customers/${id}`, { phone: null })
    expect(await owner.patch(`/api/customers/${other.id}`, { phone: '0096551234567' })).toMatchObject({ status: 200 })
    expectProblem(await owner.patch(`/api/customers/${id}`, { phone: '+965 5123 4567' }), 409, 'duplicate')
  })

  test('sent ten times in parallel creates one customer', async () => {
    const { owner } = await openShop({ through: service(crypto.randomUUID()) })
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => owner.post('/api/customers', { name: 'Amal', phone: '+96551234567' })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 201)) expectProblem(answer, 409, 'duplicate')
  })
})
