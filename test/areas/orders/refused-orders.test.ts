import { expect, test } from 'vitest'
import { expectProblem } from '../../support/shop.ts'
import { expectBooks } from './books.ts'
import { openScarfShop } from './scarf-shop.ts'

test('all problems of an order are reported at once, each with its field', async () => {
  const { buy, line, store } = await openScarfShop()
  const answer = await buy({
    customer_id: 'amal',
    total_amount: -1,
    platform: 'WhatsApp',
    notes: 5,
    tags: ['x'.repeat(65)],
    costumer_phone: '1',
    items: [line({ quantity: 0 }), line({ product_id: '', quantty: 2, unit_price: '10' })],
  })
  const problem = expectProblem(answer, 422, 'invalid_input')
  expect(problem.errors.map(({ pointer }) => pointer).toSorted()).toEqual([
    '/costumer_phone',
    '/customer_id',
    '/items/0/quantity',
    '/items/1/product_id',
    '/items/1/quantty',
    '/items/1/unit_price',
    '/notes',
    '/platform',
    '/tags/0',
    '/total_amount',
  ])
  for (const { detail } of problem.errors) expect(detail.length).toBeGreaterThan(10)
  await expectBooks(store.id, { orders: 0, reserved: 0 })
})

test('a misspelt field is rejected, not silently ignored', async () => {
  const { buy, line } = await openScarfShop()
  const unknown = async (fields: Record<string, unknown>) =>
    expectProblem(await buy(fields), 422, 'invalid_input').errors.map(({ pointer, code }) => ({ pointer, code }))
  expect(await unknown({ shiping_amount: 5 })).toEqual([{ pointer: '/shiping_amount', code: 'unknown_field' }])
  expect(await unknown({ items: [line(), line({ varient_id: 'x' })] })).toEqual([
    { pointer: '/items/1/varient_id', code: 'unknown_field' },
  ])
  // A name that every object of JavaScript has.
  expect(await unknown({ items: [line({ constructor: 1 })] })).toEqual([
    { pointer: '/items/0/constructor', code: 'unknown_field' },
  ])
  expect(await unknown({ 'a/b~c': 1 })).toEqual([{ pointer: '/a~1b~0c', code: 'unknown_field' }])
})

test('an order needs a customer, a total and items', async () => {
  const { owner, buy } = await openScarfShop()
  const nothing = expectProblem(await owner.post('/api/orders', {}), 422, 'invalid_input')
  expect(nothing.errors.map(({ pointer }) => pointer).toSorted()).toEqual(['/customer_id', '/items', '/total_amount'])
  const bare = expectProblem(await buy({ items: [{}] }), 422, 'invalid_input')
  expect(bare.errors.map(({ pointer }) => pointer).toSorted()).toEqual([
    '/items/0/product_id',
    '/items/0/quantity',
    '/items/0/unit_price',
  ])
  for (const body of [[], 'order', 5, null]) expectProblem(await owner.post('/api/orders', body), 422, 'invalid_input')
})

test('an order has 1 to 100 items of 1 to 1,000,000 units', async () => {
  const { buy, bought, line, addProduct, store } = await openScarfShop()
  const { id: product_id } = await addProduct({ title: 'Button', variants: [{ tracked: false }] })
  for (const quantity of [0, -1, 1.5, 1_000_001, '1', null]) {
    const problem = expectProblem(await buy({ items: [line({ quantity })] }), 422, 'invalid_input')
    expect(problem.errors).toMatchObject([{ pointer: '/items/0/quantity' }])
  }
  const button = line({ product_id, unit_price: 0 })
  for (const count of [0, 101]) {
    const problem = expectProblem(await buy({ items: Array(count).fill(button) }), 422, 'invalid_input')
    expect(problem.errors).toMatchObject([{ pointer: '/items' }])
  }
  const items = [{ ...button, quantity: 1_000_000 }, ...Array(99).fill(button)]
  const order = await bought({ items, total_amount: 0 })
  expect(order.items.map(({ position }) => position)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1))
  await expectBooks(store.id, { orders: 1, reserved: 1_000_099 })
})

test('a platform is a short lower-case name', async () => {
  const { buy, bought } = await openScarfShop()
  for (const platform of [
    'WhatsApp',
    '',
    '1st',
    'my-shop',
    'my shop',
    '_x',
    'انستا',
    `a${'b'.repeat(32)}`,
    null,
    'web\nsite',
  ])
    expect(expectProblem(await buy({ platform }), 422, 'invalid_input').errors).toMatchObject([
      { pointer: '/platform' },
    ])
  for (const platform of ['a', 'instagram', 'shop_2', `a${'b'.repeat(31)}`])
    expect((await bought({ platform })).platform).toBe(platform)
})

test('unknown customers and products are rejected together with all other problems of the order', async () => {
  const { buy, line, addProduct, owner } = await openScarfShop()
  const gone = await addProduct({ title: 'Last season' })
  expect((await owner.delete(`/api/products/${gone.id}`)).status).toBe(204)
  const answer = await buy({
    customer_id: crypto.randomUUID(),
    total_amount: 9.999,
    items: [line(), line({ product_id: crypto.randomUUID() }), line({ product_id: gone.id, unit_price: 0.001 })],
  })
  const problem = expectProblem(answer, 422, 'customer_not_found')
  expect(problem.errors.map(({ pointer, code }) => `${code} ${pointer}`)).toEqual([
    'customer_not_found /customer_id',
    'product_not_found /items/1/product_id',
    'product_not_found /items/2/product_id',
    'invalid_amount /items/2/unit_price',
    'invalid_amount /total_amount',
  ])
})
