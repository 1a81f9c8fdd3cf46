import { describe, expect, test } from 'vitest'
import { service } from '../support/service.ts'
import { expectProblem, openShop, pointersOf } from '../support/shop.ts'

const shop = service()

/** One number, as people write it. */
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
  test('is one customer of the store, in whatever way it is written', async () => {
    const { owner } = await openShop({ through: shop })
    const [first, ...others] = ways
    expect(await owner.post('/api/customers', { name: 'Amal', phone: first })).toMatchObject({ status: 201 })
    for (const phone of others) {
      const problem = expectProblem(await owner.post('/api/customers', { name: 'Noor', phone }), 409, 'duplicate')
      expect(pointersOf(problem), phone).toEqual(['/phone'])
    }
    expect(await owner.get('/api/customers')).toMatchObject({ body: { meta: { total: 1 } } })
  })

  test('is kept as it was written', async () => {
    for (const phone of ways) {
      const { addCustomer } = await openShop({ through: shop })
      expect(await addCustomer({ phone })).toMatchObject({ phone })
    }
  })

  test('may be a customer of another store too', async () => {
    for (const _ of [1, 2])
      expect(await (await openShop({ through: shop })).addCustomer({ phone: '+96551234567' })).toMatchObject({
        name: 'Amal',
      })
  })

  test('that does not say its country is kept as given, and claims nobody', async () => {
    const { addCustomer } = await openShop({ through: shop })
    for (const phone of ['5123 4567', '5123 4567', '051234567', 'ask the doorman', '+', '+999 1'])
      expect(await addCustomer({ phone })).toMatchObject({ phone })
  })

  test('cannot be given to a second customer later, and is free once it is given up', async () => {
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

  test('given by ten at the same moment makes one customer', async () => {
    const { owner } = await openShop({ through: service(crypto.randomUUID()) })
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => owner.post('/api/customers', { name: 'Amal', phone: '+96551234567' })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 201)) expectProblem(answer, 409, 'duplicate')
  })
})
