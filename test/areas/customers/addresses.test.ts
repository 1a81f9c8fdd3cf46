import { describe, expect, test } from 'vitest'
import { listCustomers } from '../../../src/areas/customers/list-customers.ts'
import { service } from '../../support/service.ts'
import { expectBody, expectProblem, openShop, pointersOf } from '../../support/shop.ts'

const shop = service()
const home = {
  label: 'البيت',
  recipient: 'أمل',
  phone: '+965 5123 4567',
  line1: 'قطعة ٤، شارع ٥',
  city: 'السالمية',
  country: 'KW',
}

describe('the addresses of a customer', () => {
  test('can be strings or in parts, in addition to the default one', async () => {
    const { owner, addCustomer } = await openShop({ through: shop })
    const addresses = ['Sharq, tower 2', home]
    const customer = await addCustomer({ address: 'Salmiya, block 4', addresses })
    expect(customer).toMatchObject({ address: 'Salmiya, block 4', addresses })
    expect(await owner.get(`/api/customers/${customer.id}`)).toMatchObject({ body: { addresses } })
    expect(await owner.patch(`/api/customers/${customer.id}`, { addresses: [] })).toMatchObject({
      body: { address: 'Salmiya, block 4', addresses: [] },
    })
    expect(await addCustomer({ addresses: [{ country: 'kw', line1: ' Street 5 ' }] })).toMatchObject({
      addresses: [{ country: 'KW', line1: 'Street 5' }],
    })
  })

  test('are found by their content only', async () => {
    const { owner, addCustomer } = await openShop({ through: shop })
    await addCustomer({ name: 'أمل', addresses: ['Sharq, tower 2', home] })
    await addCustomer({ name: 'Noor' })
    const find = async (term: string) => {
      const { data } = expectBody(
        await owner.get(`/api/customers?search=${encodeURIComponent(term)}`),
        200,
        listCustomers.output,
      )
      return data.map(({ name }) => name)
    }
    for (const term of ['tower', 'السالميه', 'قطعه 4', 'sharq tower']) expect(await find(term), term).toEqual(['أمل'])
    for (const term of ['recipient', 'city', 'line1']) expect(await find(term), term).toEqual([])
  })

  test('that are invalid are all reported', async () => {
    const { owner } = await openShop({ through: shop })
    const addresses = ['', { line1: 'x' }, {}, { street: '5' }, { country: 'Kuwait' }, 5, null]
    const problem = expectProblem(await owner.post('/api/customers', { name: 'Amal', addresses }), 422, 'invalid_input')
    expect(problem.errors.map(({ pointer, code }) => [pointer, code])).toEqual([
      ['/addresses/0', 'too_small'],
      ['/addresses/2', 'required'],
      ['/addresses/3/street', 'unknown_field'],
      ['/addresses/3', 'required'],
      ['/addresses/4/country', 'invalid_format'],
      ['/addresses/5', 'invalid_value'],
      ['/addresses/6', 'invalid_value'],
    ])
    const many = await owner.post('/api/customers', { name: 'Amal', addresses: Array(21).fill('x') })
    expect(pointersOf(expectProblem(many, 422, 'invalid_input'))).toEqual(['/addresses'])
  })
})
