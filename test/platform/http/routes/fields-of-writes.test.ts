import { beforeAll, expect, test } from 'vitest'
import { expectProblem, openShop, type Shop } from '../../../support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})

test('an action answers with the fields that the client asks for, and with its ETag', async () => {
  const { id } = await shop.addOrder()
  const answer = await shop.owner.post(`/api/orders/${id}/confirm?fields=status,version`, {})
  expect(answer).toMatchObject({ status: 200 })
  expect(answer.body).toEqual({ status: 'confirmed', version: 2 })
  expect(answer.headers.get('ETag')).toBe('"v2"')
})

test('a new resource keeps its Location and ETag, whatever the fields', async () => {
  const answer = await shop.owner.post('/api/customers?fields=name', { name: 'Amal' })
  expect(answer).toMatchObject({ status: 201 })
  expect(answer.body).toEqual({ name: 'Amal' })
  expect(answer.headers.get('ETag')).toBe('"v1"')
  const made = await shop.owner.get(answer.headers.get('Location') ?? '')
  expect(made).toMatchObject({ status: 200, body: { name: 'Amal' } })
})

test('a change leaves out fields with a minus', async () => {
  const { id } = await shop.addCustomer()
  const { body } = await shop.owner.patch(`/api/customers/${id}?fields=-name,-tags`, { name: 'Noor' })
  expect(body).toMatchObject({ id, version: 2 })
  expect(body).not.toHaveProperty('name')
  expect(body).not.toHaveProperty('tags')
})

test('what is included is added to the fields', async () => {
  const { id } = await shop.addOrder()
  const { body } = await shop.owner.post(`/api/orders/${id}/confirm?fields=status&include=actions`, {})
  expect(Object.keys(Object(body)).toSorted()).toEqual(['actions', 'status'])
})

test('a retry may ask for other fields', async () => {
  const key = { 'Idempotency-Key': crypto.randomUUID() }
  const first = await shop.owner.post('/api/customers?fields=id', { name: 'Amal' }, key)
  const retry = await shop.owner.post('/api/customers?fields=id,name', { name: 'Amal' }, key)
  expect(retry.headers.get('Idempotent-Replayed')).toBe('true')
  expect(retry.body).toEqual({ ...Object(first.body), name: 'Amal' })
})

test('unknown fields are refused with the valid ones, and nothing is written', async () => {
  const { id } = await shop.addOrder()
  const answer = await shop.owner.post(`/api/orders/${id}/confirm?fields=colour`, {})
  const { errors } = expectProblem(answer, 422, 'invalid_input')
  expect(errors).toMatchObject([{ pointer: '/fields', code: 'unknown_field' }])
  expect(errors[0]?.detail).toContain('Valid fields: id,')
  expect(await shop.owner.get(`/api/orders/${id}`)).toMatchObject({ body: { status: 'pending' } })
})

test('fields is a parameter, not a field of the body', async () => {
  const { id } = await shop.addOrder()
  const answer = await shop.owner.post(`/api/orders/${id}/confirm`, { fields: 'status' })
  expect(expectProblem(answer, 422, 'invalid_input').errors).toMatchObject([{ code: 'unknown_field' }])
})
