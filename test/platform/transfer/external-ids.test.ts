import { describe, expect, test } from 'vitest'
import { openScarfShop } from '../../areas/orders/scarf-shop.ts'
import { expectProblem, openShop, pointersOf } from '../../support/shop.ts'
import { exported, linesOf } from './files.ts'

describe('an external id', () => {
  test('is stored with an order, product or customer and returned with it', async () => {
    const { owner, buy, addCustomer, addProduct } = await openScarfShop()
    const customer = await addCustomer({ external_id: 'C-1' })
    const product = await addProduct({ external_id: 'P-1' })
    const order = await buy({ external_id: 'O-1' })
    expect([customer.external_id, product.external_id, Object(order.body)['external_id']]).toEqual([
      'C-1',
      'P-1',
      'O-1',
    ])
    for (const [path, external_id] of [
      [`/api/customers/${customer.id}`, 'C-1'],
      [`/api/products/${product.id}`, 'P-1'],
      [`/api/orders/${Object(order.body)['id']}`, 'O-1'],
    ])
      expect((await owner.get(String(path))).body).toMatchObject({ external_id })
    expect((await owner.get('/api/orders')).body).toMatchObject({ data: [{ external_id: 'O-1' }] })
  })

  test('is a filter of lists and exports', async () => {
    const { owner, buy, addCustomer, addProduct } = await openScarfShop()
    await Promise.all([
      addCustomer({ external_id: 'X-1', tags: ['vip'] }),
      addProduct({ external_id: 'X-1' }),
      buy({ external_id: 'X-1' }),
      buy({ external_id: 'X-2', notes: 'second' }),
    ])
    for (const [area, more] of [
      ['orders', ''],
      ['orders', '&search=scarf'],
      ['products', ''],
      ['products', '&search=scarf'],
      ['customers', ''],
      ['customers', '&search=amal'],
      ['customers', '&filter=tag:vip'],
    ] as const) {
      expect((await owner.get(`/api/${area}?external_id=X-1${more}`)).body, more).toMatchObject({
        data: [{ external_id: 'X-1' }],
        meta: { total: 1 },
      })
      expect((await owner.get(`/api/${area}?external_id=X-3${more}`)).body).toMatchObject({ meta: { total: 0 } })
      const lines = linesOf(await exported(owner, area, `?external_id=X-1${more}`))
      expect(lines.map((line) => line['external_id'])).toEqual(['X-1'])
    }
  })

  test('is unique in a store, and a duplicate leaves nothing behind', async () => {
    const { owner, order, addCustomer, addProduct } = await openScarfShop()
    await addCustomer({ external_id: 'X' })
    await addProduct({ external_id: 'X' })
    expect((await owner.post('/api/orders', order({ external_id: 'X' }))).status).toBe(201)
    for (const [path, body] of [
      ['/api/customers', { name: 'Nour', external_id: 'X' }],
      ['/api/products', { title: 'Cap', price: 1, external_id: 'X' }],
      ['/api/orders', order({ external_id: 'X' })],
    ] as const) {
      const problem = expectProblem(await owner.post(path, body), 409, 'duplicate')
      expect(pointersOf(problem), path).toEqual(['/external_id'])
    }
    expect((await owner.get('/api/orders')).body).toMatchObject({ meta: { total: 1 } })
    expect((await owner.post('/api/orders', order({ external_id: 'Y' }))).body).toMatchObject({ number: 1002 })
  })

  test('can be used again in another store', async () => {
    const [one, other] = await Promise.all([openShop(), openShop()])
    expect((await one.addCustomer({ external_id: 'X' })).external_id).toBe('X')
    expect((await other.addCustomer({ external_id: 'X' })).external_id).toBe('X')
  })

  test.for(['', 'x'.repeat(201), 7])('must be one line of 1 to 200 characters, not %j', async (external_id) => {
    const { owner } = await openShop()
    const problem = expectProblem(await owner.post('/api/customers', { name: 'A', external_id }), 422, 'invalid_input')
    expect(pointersOf(problem)).toEqual(['/external_id'])
  })
})
