import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { expectProblem, openShop, type Shop } from '../../../support/shop.ts'

const Listed = z.object({ data: z.array(z.record(z.string(), z.unknown())), meta: z.looseObject({}) })

let shop: Shop
let orderId: string
beforeAll(async () => {
  shop = await openShop()
  const customer_id = (await shop.addCustomer()).id
  const items = [{ product_id: (await shop.addProduct()).id, quantity: 2, unit_price: 10 }]
  for (let made = 0; made < 20; made++) orderId = (await shop.addOrder({ customer_id, items, total_amount: 20 })).id
})

const bytes = (body: unknown) => new TextEncoder().encode(JSON.stringify(body)).length

async function listed(path: string) {
  const { body, status } = await shop.owner.get(path)
  expect(status, JSON.stringify(body)).toBe(200)
  return Listed.parse(body)
}

test('a list of orders has only the fields that the client asks for', async () => {
  const { data, meta } = await listed('/api/orders?fields=id,number,status')
  expect(data).toHaveLength(20)
  for (const order of data) expect(Object.keys(order)).toEqual(['id', 'number', 'status'])
  expect(meta).toMatchObject({ total: 20, has_more: false })
})

test('20 orders of a screen are under 6 KB', async () => {
  const fields = 'id,number,status,payment_status,fulfillment_status,total_amount,customer_name,created_at'
  const whole = await listed('/api/orders')
  const screen = await listed(`/api/orders?fields=${fields}`)
  expect(Object.keys(screen.data[0] ?? {}).toSorted()).toEqual(fields.split(',').toSorted())
  expect(bytes(screen)).toBeLessThan(6000)
  expect(bytes(whole)).toBeGreaterThan(4 * bytes(screen))
})

test('fields can be left out instead', async () => {
  const [whole] = (await listed('/api/orders?limit=1')).data
  const [order] = (await listed('/api/orders?limit=1&fields=-items,-shipments')).data
  const { items: _items, shipments: _shipments, ...rest } = whole ?? {}
  expect(order).toEqual(rest)
})

test.for(['/api/products', '/api/customers', '/api/members', '/api/orders'])('%s takes fields', async (path) => {
  for (const { id } of (await listed(path)).data.slice(0, 1)) {
    expect((await listed(`${path}?limit=1&fields=id`)).data).toEqual([{ id }])
    expect((await shop.owner.get(`${path}/${String(id)}?fields=id`)).body).toEqual({ id })
  }
})

test('a single order keeps its ETag', async () => {
  const answer = await shop.owner.get(`/api/orders/${orderId}?fields=status`)
  expect(answer).toMatchObject({ status: 200, body: { status: 'pending' } })
  expect(answer.headers.get('ETag')).toBe('"v1"')
})

test('a cursor works with other fields', async () => {
  const { meta } = await listed('/api/orders?limit=15&fields=id')
  const rest = await listed(`/api/orders?fields=number&cursor=${String(meta['next_cursor'])}`)
  expect(rest.data.map(({ number }) => number)).toEqual([1005, 1004, 1003, 1002, 1001])
})

test('unknown fields are refused with the valid ones', async () => {
  for (const path of ['/api/orders', `/api/orders/${orderId}`])
    for (const [fields, code] of [
      ['id,colour', 'unknown_field'],
      ['-colour', 'unknown_field'],
      ['', 'unknown_field'],
      ['id,', 'unknown_field'],
      ['items.quantity', 'unknown_field'],
      ['id,-items', 'invalid_value'],
    ]) {
      const problem = expectProblem(await shop.owner.get(`${path}?fields=${fields}`), 422, 'invalid_input')
      expect(problem.errors, fields).toMatchObject([{ pointer: '/fields', code }])
      if (code === 'unknown_field')
        expect(problem.errors[0]?.detail).toContain('Valid fields: id, store_id, external_id,')
    }
})

test('what answers with no resource refuses fields', async () => {
  const { id } = await shop.addProduct()
  const answer = await shop.owner.delete(`/api/products/${id}?fields=id`)
  expect(expectProblem(answer, 422, 'invalid_input').errors).toMatchObject([{ pointer: '/fields' }])
})

test('the order of another store does not exist, whatever the fields', async () => {
  const other = await openShop()
  expectProblem(await other.owner.get(`/api/orders/${orderId}?fields=id`), 404, 'not_found')
  expect((await other.owner.get('/api/orders?fields=id')).body).toMatchObject({ data: [] })
})
