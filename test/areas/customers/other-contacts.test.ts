import { describe, expect, test } from 'vitest'
import { listCustomers } from '../../../src/areas/customers/list-customers.ts'
import { service } from '../../support/service.ts'
import { expectBody, expectProblem, openShop, pointersOf } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'

const shop = service()

describe('further phone numbers and e-mail addresses of a customer', () => {
  test('are stored as sent, and found in any format', async () => {
    const { owner, addCustomer } = await openShop({ through: shop })
    const others = {
      other_phones: ['+965 6600 1122', '2200-1100', '55 123 (doorman)'],
      other_emails: ['Amal@Work.test'],
    }
    const { id } = await addCustomer({ phone: '+965 5123 4567', ...others })
    expect(await owner.get(`/api/customers/${id}`)).toMatchObject({ body: others })
    for (const term of ['0096566001122', '66001122', '٢٢٠٠ ١١٠٠', '22001100', 'doorman', 'amal@work', 'work.test']) {
      const answer = await owner.get(`/api/customers?search=${encodeURIComponent(term)}`)
      expect(
        expectBody(answer, 200, listCustomers.output).data.map((found) => found.id),
        term,
      ).toEqual([id])
    }
  })

  test('a number belongs to one customer, as main or further number', async () => {
    const { owner, addCustomer } = await openShop({ through: shop })
    const amal = await addCustomer({ phone: '+96551234567', other_phones: ['+96566001122', '2200 1100'] })
    const noor = await addCustomer({ name: 'Noor', phone: '+96599990000' })
    const refusals = [
      [{ phone: '00965 6600 1122' }, '/phone'],
      [{ other_phones: ['+96511112222', '+965 5123 4567'] }, '/other_phones/1'],
      [{ other_phones: ['+965 6600 1122'] }, '/other_phones/0'],
    ] as const
    for (const [body, pointer] of refusals) {
      const created = expectProblem(await owner.post('/api/customers', { name: 'Huda', ...body }), 409, 'duplicate')
      expect(pointersOf(created)).toEqual([pointer])
      const changed = expectProblem(await owner.patch(`/api/customers/${noor.id}`, body), 409, 'duplicate')
      expect(pointersOf(changed)).toEqual([pointer])
    }
    // A number without a country is not unique, and customers may keep numbers they have.
    for (const body of [{ other_phones: ['2200 1100'] }, { notes: 'x' }, { phone: '+965 9999 0000' }])
      expect(await owner.patch(`/api/customers/${noor.id}`, body)).toMatchObject({ status: 200 })
    await owner.patch(`/api/customers/${amal.id}`, { other_phones: [] })
    expect(await owner.patch(`/api/customers/${noor.id}`, { phone: '+96566001122' })).toMatchObject({ status: 200 })
  })

  test('sent by ten in parallel, as main or further number, belongs to one', async () => {
    const through = service(`claims-${crypto.randomUUID()}`)
    const { owner, store } = await openShop({ through })
    for (const number of ['+96551234567', '+96551234568', '+96551234569']) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, turn) =>
          owner.post('/api/customers', {
            name: 'Amal',
            ...(turn % 2 ? { phone: number } : { other_phones: [number] }),
          }),
        ),
      )
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
      for (const answer of answers.filter(({ status }) => status !== 201)) expectProblem(answer, 409, 'duplicate')
    }
    const [found] = await asOwner`select count(*)::int as n from customers where store_id = ${store.id}`
    expect(found).toEqual({ n: 3 })
  })

  test('can be those of a customer of another store', async () => {
    for (const _ of [1, 2])
      expect(await (await openShop({ through: shop })).addCustomer({ other_phones: ['+96551234567'] })).toMatchObject({
        other_phones: ['+96551234567'],
      })
  })
})
