import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Answer, service } from '../../support/service.ts'
import { expectBody, expectProblem, openShop, pointersOf, somebody } from '../../support/shop.ts'

const shop = service()

/** An RFC 9457 document with exactly the members of this service. */
const ProblemDetails = z.strictObject({
  type: z.url(),
  title: z.string().min(1),
  status: z.int(),
  detail: z.string().min(10),
  code: z.string().regex(/^[a-z_]+$/),
  request_id: z.string().min(1),
  errors: z.array(
    z.strictObject({
      pointer: z.string().regex(/^(\/[^/]*)*$/),
      code: z.string().regex(/^[a-z_]+$/),
      detail: z.string().min(10),
    }),
  ),
})

test('every error is a problem document', async () => {
  const { owner } = await openShop({ through: shop })
  const answers: [number, Answer][] = [
    [400, await owner.post('/api/products', {}, { 'Idempotency-Key': 'two words' })],
    [401, await shop.fetch('/api/products')],
    [404, await owner.get(`/api/products/${crypto.randomUUID()}`)],
    [405, await owner.delete('/api/products')],
    [415, await owner.post('/api/products', {}, { 'Content-Type': 'text/plain' })],
    [422, await owner.post('/api/products', { nonsense: true })],
    [422, await owner.get('/api/products?page=0')],
    [422, await owner.get('/api/products?page=200&limit=100')],
  ]
  for (const [status, answer] of answers) {
    const problem = expectBody(answer, status, ProblemDetails)
    expect(problem.type).toBe(`https://commerce.test/docs/errors#${problem.code}`)
    expect(problem.status).toBe(status)
  }
})

describe('invalid input', () => {
  test('is reported with all problems at once, each with its pointer', async () => {
    const { owner } = await openShop({ through: shop })
    const answer = await owner.post('/api/products', {
      price: '10',
      status: 'gone',
      colour: 'red',
      tags: ['ok', 7],
      images: [{ url: 'javascript:alert(1)' }],
      variants: [{ on_hand: 1 }, { on_hand: -1, size: 'XL' }],
    })
    const problem = expectProblem(answer, 422, 'invalid_input')
    expect(pointersOf(problem).toSorted()).toEqual([
      '/colour',
      '/images/0/url',
      '/price',
      '/status',
      '/tags/1',
      '/title',
      '/variants/1/on_hand',
      '/variants/1/size',
    ])
    expect(problem.detail).toContain('(and 7 more, see errors)')
  })

  test('includes misspelt fields, so that none is silently lost', async () => {
    const { owner } = await openShop({ through: shop })
    const problem = expectProblem(
      await owner.post('/api/customers', { name: 'Amal', fone: '+96551234567' }),
      422,
      'invalid_input',
    )
    expect(problem.errors).toMatchObject([{ pointer: '/fone', code: 'unknown_field' }])
    expect(problem.detail).toContain('fone')
  })

  test('includes misspelt or repeated query parameters', async () => {
    const merchant = await somebody(shop)
    for (const [query, pointer] of [
      ['serach=scarf', '/serach'],
      ['search=a&search=b', '/search'],
      ['limit=10&limit=20', '/limit'],
    ])
      expect(pointersOf(expectProblem(await merchant.get(`/api/products?${query}`), 422, 'invalid_input'))).toEqual([
        pointer,
      ])
  })

  test('has pointers escaped as in RFC 6901', async () => {
    const { owner } = await openShop({ through: shop })
    const problem = expectProblem(
      await owner.post('/api/customers', { name: 'Amal', 'a/b~c': 1 }),
      422,
      'invalid_input',
    )
    expect(pointersOf(problem)).toEqual(['/a~1b~0c'])
  })

  test('includes fields that only the service may set', async () => {
    const { owner, addCustomer } = await openShop({ through: shop })
    const { id } = await addCustomer()
    const identity = {
      id: crypto.randomUUID(),
      store_id: crypto.randomUUID(),
      version: 9,
      created_at: '2020-01-01T00:00:00Z',
    }
    const derived = { orders_count: 99, total_spent: 1e6, phone_e164: '+1', role: 'owner', search_text: 'x' }
    const all = { ...identity, ...derived }
    const problem = expectProblem(await owner.patch(`/api/customers/${id}`, all), 422, 'invalid_input')
    expect(pointersOf(problem).toSorted()).toEqual(
      Object.keys(all)
        .map((name) => `/${name}`)
        .toSorted(),
    )
  })
})

test('problem details are in plain words, not those of the schema library', async () => {
  const { owner } = await openShop()
  const detailsOf = async (path: string, body: unknown) =>
    Object.fromEntries(
      expectProblem(await owner.post(path, body), 422, 'invalid_input').errors.map(({ pointer, detail }) => [
        pointer,
        detail,
      ]),
    )
  expect(await detailsOf('/api/orders', { customer_id: 'x', total_amount: '5', items: {}, platform: 7 })).toEqual({
    '/customer_id': 'customer_id must be the id, phone number or email address of the customer',
    '/total_amount': 'total_amount must be a number',
    '/items': 'items must be an array',
    '/platform': 'platform must be a string',
  })
  expect(await detailsOf('/api/orders', {})).toMatchObject({
    '/customer_id': 'customer_id is required',
    '/total_amount': 'total_amount is required. Or send "computed": true, and what you leave out is computed.',
    '/items': 'items is required',
  })
  expect(await detailsOf('/api/customers', { name: 'A', email: 'x' })).toEqual({
    '/email': 'email must be an email address',
  })
  const id = crypto.randomUUID()
  expect(await detailsOf(`/api/orders/${id}/hold`, { note: 'x' })).toMatchObject({
    '/reason': expect.stringMatching(/^reason is required and must be one of no_answer, call_later, /),
  })
  const { errors } = expectProblem(await owner.post(`/api/orders/${id}/payments`, { amount: -1 }), 422, 'invalid_input')
  expect(errors).toHaveLength(1)
})
