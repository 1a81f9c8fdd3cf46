import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { problemsIn } from '../../../src/platform/errors/problems.ts'
import { inboxOf } from '../../support/inbox.ts'
import { expectProblem, openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})

const codesOf = (schema: z.ZodType, given: unknown) =>
  problemsIn(schema.safeParse(given).error ?? { issues: [] }, given).map(({ code }) => code)

describe('a missing value is required', () => {
  const kind = z.discriminatedUnion('kind', [z.strictObject({ kind: z.literal('a') })])
  test.for<[string, z.ZodType]>([
    ['a string', z.string()],
    ['a number', z.number()],
    ['one of some values', z.enum(['a', 'b'])],
    ['one value', z.literal('a')],
    ['a UUID', z.guid()],
    ['a date', z.iso.date()],
    ['an array', z.array(z.string())],
    ['an object', z.strictObject({})],
    ['one of several formats', z.union([z.string(), z.number()])],
    ['one of several objects', kind],
    ['what has words of its own', z.string('must be a text')],
  ])('%s', ([, schema]) => {
    const given = {}
    const { error } = z.object({ field: schema }).safeParse(given)
    const [problem, ...others] = problemsIn(error ?? { issues: [] }, given)
    expect(others).toEqual([])
    expect(problem).toMatchObject({ pointer: '/field', code: 'required' })
    expect(problem?.detail).toMatch(/^field is required( and must be .+)?$/)
  })

  test('the field that says which object it is', () => {
    expect(codesOf(z.object({ field: kind }), { field: {} })).toEqual(['required'])
    expect(codesOf(z.object({ field: kind }), { field: { kind: 'b' } })).toEqual(['invalid_value'])
  })

  test('null is not missing', () => {
    expect(codesOf(z.object({ field: z.string() }), { field: null })).toEqual(['invalid_type'])
  })
})

describe('a check of our own', () => {
  test('has the code invalid_value', () => {
    expect(
      codesOf(
        z.string().refine((text) => text === 'KW', 'must be a country'),
        'x',
      ),
    ).toEqual(['invalid_value'])
  })

  test('has its own code if it names one', () => {
    const named = { message: 'must be a phone number', params: { code: 'invalid_phone' } }
    expect(
      codesOf(
        z.string().refine(() => false, named),
        'x',
      ),
    ).toEqual(['invalid_phone'])
  })
})

describe('the code of a problem says what is wrong', () => {
  test.for([
    ['/api/customers', {}, '/name'],
    ['/api/delivery-methods', { kind: 'delivery' }, '/name'],
    ['/api/orders/bulk', { order_ids: ['#1'] }, '/action'],
    ['/api/orders', { items: [] }, '/customer_id'],
    ['/api/webhooks', {}, '/events'],
    ['/api/discounts', { name: 'Sale' }, '/kind'],
  ] as const)('%s without %s: %s is required', async ([path, body, pointer]) => {
    const { errors } = expectProblem(await shop.owner.post(path, body), 422, 'invalid_input')
    expect(errors).toContainEqual(expect.objectContaining({ pointer, code: 'required' }))
  })

  test('a query parameter that is missing is required', async () => {
    const { errors } = expectProblem(await shop.owner.get('/api/search'), 422, 'invalid_input')
    expect(errors).toMatchObject([{ code: 'required' }])
  })

  test.for([
    ['/api/customers', { name: 'Amal', phone: '12' }, '/phone', 'invalid_phone'],
    ['/api/stores', { name: 'Souk', currency: 'XYZ' }, '/currency', 'invalid_value'],
    [
      '/api/webhooks',
      { url: 'https://shop.example/hook', events: ['order.creatd'] },
      '/events/0',
      'unknown_event_type',
    ],
    ['/api/products', { title: 'Scarf', price: 5, images: [{ alt: 'red' }] }, '/images/0/url', 'required'],
    [
      '/api/delivery-methods',
      { name: 'Courier', estimated_days: { min: 3, max: 1 } },
      '/estimated_days/min',
      'contradiction',
    ],
  ] as const)('%s with %o: %s is %s', async ([path, body, pointer, code]) => {
    const { errors } = expectProblem(await shop.owner.post(path, body), 422, 'invalid_input')
    expect(errors).toContainEqual(expect.objectContaining({ pointer, code }))
  })

  test.for([
    ['/api/products?page=1&cursor=x', '/page', 'conflicting_fields'],
    ['/api/customers?sort=name&search=amal', '/sort', 'conflicting_fields'],
    ['/api/customers?sort=name&filter=tag:vip', '/sort', 'conflicting_fields'],
    ['/api/products?sort=title&search=scarf', '/sort', 'conflicting_fields'],
    ['/api/products?q=scarf&search=scarf', '/q', 'conflicting_fields'],
    ['/api/products?sort=position', '/sort', 'option_unused'],
    ['/api/products?sort=relevance', '/sort', 'option_unused'],
  ] as const)('%s: %s is %s', async ([path, pointer, code]) => {
    const { errors } = expectProblem(await shop.owner.get(path), 422, 'invalid_input')
    expect(errors).toMatchObject([{ pointer, code }])
  })

  test('a conversation is snoozed until a time within a year', async () => {
    const inbox = inboxOf(shop)
    const till = await inbox.addWebhook()
    await till.receive({ from: { name: 'Amal', phone: '+965 5000 0001' }, body: 'Is the scarf in stock?' })
    const { id } = await inbox.only()
    for (const [body, code] of [
      [{ status: 'snoozed' }, 'required'],
      [{ snoozed_until: '2099-01-01' }, 'option_unused'],
      [{ status: 'snoozed', snoozed_until: '2099-01-01' }, 'snooze_out_of_range'],
    ] as const) {
      const answer = await shop.owner.patch(`/api/inbox/conversations/${id}`, body)
      expect(expectProblem(answer, 422, 'invalid_input').errors).toMatchObject([{ pointer: '/snoozed_until', code }])
    }
  })

  test('an order for a customer_id and a customer has conflicting fields', async () => {
    const order = { customer_id: crypto.randomUUID(), customer: { name: 'Amal' }, items: [], total_amount: 1 }
    const { errors } = expectProblem(await shop.owner.post('/api/orders', order), 422, 'invalid_input')
    expect(errors).toContainEqual(expect.objectContaining({ pointer: '/customer', code: 'conflicting_fields' }))
  })

  test.for([
    [{ action: 'ship' }, '/order_ids', 'required'],
    [{ action: 'ship', order_ids: ['#1'], orders: [{ order_id: '#1' }] }, '/order_ids', 'conflicting_fields'],
    [
      { action: 'ship', orders: [{ order_id: '#1' }], tracking_number: 'AX-1' },
      '/tracking_number',
      'conflicting_fields',
    ],
  ] as const)('many orders at once with %o: %s is %s', async ([body, pointer, code]) => {
    const { errors } = expectProblem(await shop.owner.post('/api/orders/bulk', body), 422, 'invalid_input')
    expect(errors).toMatchObject([{ pointer, code }])
  })

  test('an item to ship that is not named is required', async () => {
    const path = `/api/orders/${crypto.randomUUID()}/ship`
    const { errors } = expectProblem(await shop.owner.post(path, { items: [{ quantity: 1 }] }), 422, 'invalid_input')
    expect(errors).toMatchObject([{ pointer: '/items/0', code: 'required' }])
  })
})
