import { describe, expect, test } from 'vitest'
import { DeliveryMethod } from '../../../src/areas/delivery-methods/delivery-method.ts'
import { listDeliveryMethods } from '../../../src/areas/delivery-methods/list-delivery-methods.ts'
import { eventsOf } from '../../support/events.ts'
import { service } from '../../support/service.ts'
import { expectBody, expectProblem, openShop, pointersOf } from '../../support/shop.ts'

const shop = service()
const path = '/api/delivery-methods'

async function openDelivery(currency = 'USD') {
  const mine = await openShop({ through: shop, currency })
  const add = async (method: Record<string, unknown> = {}) =>
    expectBody(await mine.owner.post(path, { name: 'Standard', price: 4, ...method }), 201, DeliveryMethod)
  const list = async (query = '') => expectBody(await mine.owner.get(path + query), 200, listDeliveryMethods.output)
  return { ...mine, add, list }
}

const express = {
  name: 'Express',
  kind: 'pickup',
  zones: [{ country: 'KW', regions: ['Hawalli', 'حولي'] }, { country: 'AE' }],
  price: 1.25,
  free_from: 75,
  min_subtotal: 5.005,
  max_subtotal: 500,
  max_weight_g: 20_000,
  rate_per_kg: 0.375,
  estimated_days: { min: 1, max: 3 },
  payment_methods: ['cod', 'KNET'],
  cod_fee: 0.25,
  pickup_address: 'Salem Al Mubarak Street',
  active: false,
  position: 7,
}

describe('a delivery method', () => {
  test('is stored with every field, in the currency of the store', async () => {
    const { owner, add, store } = await openDelivery('KWD')
    const created = await add(express)
    expect(created).toEqual({
      ...express,
      id: created.id,
      store_id: store.id,
      currency: 'KWD',
      version: 1,
      created_at: created.created_at,
      updated_at: created.created_at,
    })
    const read = await owner.get(`${path}/${created.id}`)
    expect(read).toMatchObject({ status: 200, body: created })
    expect(read.headers.get('ETag')).toBe('"v1"')
    expect((await owner.get(`${path}/${created.id}`, { 'If-None-Match': '"v1"' })).status).toBe(304)
  })

  test('needs only a name: it is free, goes everywhere and comes last', async () => {
    const { add } = await openDelivery()
    const [first, second] = [await add({ name: ' Post ', price: undefined }), await add({ position: 0 })]
    expect(first).toMatchObject({
      name: 'Post',
      kind: 'delivery',
      zones: [],
      price: 0,
      free_from: null,
      min_subtotal: null,
      max_subtotal: null,
      max_weight_g: null,
      rate_per_kg: null,
      estimated_days: null,
      payment_methods: [],
      cod_fee: null,
      pickup_address: null,
      active: true,
      position: 1,
    })
    expect(second.position).toBe(0)
    expect((await add()).position).toBe(2)
  })

  test('changes only what is sent, and null clears a condition', async () => {
    const { owner, add } = await openDelivery('KWD')
    const { id } = await add(express)
    const change = { zones: [], price: 0, free_from: null, estimated_days: null, active: true }
    const changed = await owner.patch(`${path}/${id}`, change, { 'If-Match': '"v1"' })
    expect(expectBody(changed, 200, DeliveryMethod)).toMatchObject({ ...express, ...change, version: 2 })
    expect(changed.headers.get('ETag')).toBe('"v2"')
    expectProblem(await owner.patch(`${path}/${id}`, { price: 1 }, { 'If-Match': '"v1"' }), 409, 'version_conflict')
    expect(await owner.patch(`${path}/${id}`, {})).toMatchObject({ status: 200, body: { version: 2 } })
    expect((await eventsOf(id)).map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'delivery_method.created', data: {} },
      { type: 'delivery_method.updated', data: { changed: Object.keys(change) } },
    ])
  })

  test('is deleted once with the same key', async () => {
    const { owner, add, list } = await openDelivery()
    const { id } = await add()
    expectProblem(await owner.delete(`${path}/${id}`, { 'If-Match': '"v2"' }), 409, 'version_conflict')
    for (const _ of [1, 2]) expect((await owner.delete(`${path}/${id}`, { 'Idempotency-Key': 'x' })).status).toBe(204)
    expectProblem(await owner.delete(`${path}/${id}`), 404, 'not_found')
    expectProblem(await owner.get(`${path}/${id}`), 404, 'not_found')
    expect((await list()).data).toEqual([])
  })

  test('with a name that nothing has is not found', async () => {
    const { owner } = await openDelivery()
    const { detail } = expectProblem(await owner.get(`${path}/x`), 404, 'not_found')
    expect(detail).toBe('No delivery method "x" in this store.')
  })
})

describe('the list', () => {
  test('is in the order of positions, then of creation, page by page', async () => {
    const { owner, add, list } = await openDelivery()
    const named = async (query: string) => {
      const { data, meta } = await list(query)
      return [data.map(({ name }) => name), meta.next_cursor] as const
    }
    for (const [name, position] of [
      ['D', 9],
      ['A', 1],
      ['B', 1],
      ['C', 2],
    ] as const)
      await add({ name, position })
    expect((await named(''))[0]).toEqual(['A', 'B', 'C', 'D'])
    const [first, cursor] = await named('?limit=2')
    const [second, end] = await named(`?limit=2&cursor=${cursor}`)
    expect([first, second, end]).toEqual([['A', 'B'], ['C', 'D'], null])
    expect((await named('?limit=2&page=2'))[0]).toEqual(['C', 'D'])
    expectProblem(await owner.get(`${path}?cursor=x`), 422, 'invalid_input')
  })

  test('of somebody in two stores has the methods of both', async () => {
    const [mine, theirs] = [await openDelivery(), await openDelivery('KWD')]
    const ids = [(await mine.add()).id, (await theirs.add()).id]
    await theirs.join(mine.owner.subject, 'viewer')
    const { data } = await mine.list()
    expect(data.map(({ id, currency }) => [id, currency])).toEqual([
      [ids[0], 'USD'],
      [ids[1], 'KWD'],
    ])
  })
})

describe('refuses', () => {
  test('amounts that the currency cannot represent, all at once', async () => {
    const { owner, add } = await openDelivery()
    const amounts = {
      price: 1.005,
      free_from: 1.005,
      min_subtotal: 1.005,
      max_subtotal: 1.006,
      rate_per_kg: 0.001,
      cod_fee: 1e15,
    }
    const { id } = await add()
    for (const answer of [
      await owner.post(path, { name: 'Express', ...amounts }),
      await owner.patch(`${path}/${id}`, amounts),
    ]) {
      const problem = expectProblem(answer, 422, 'invalid_amount')
      expect(pointersOf(problem)).toEqual(Object.keys(amounts).map((name) => `/${name}`))
      expect(problem.errors[0]).toMatchObject({ decimals: 2, max_amount: 1e13 })
    }
    expect(await owner.get(`${path}/${id}`)).toMatchObject({ body: { version: 1, price: 4 } })
  })

  test('whatever contradicts, also with what is already stored', async () => {
    const { owner, add } = await openDelivery()
    const created = await owner.post(path, { name: 'X', min_subtotal: 9, max_subtotal: 8, pickup_address: 'Here' })
    expect(expectProblem(created, 422, 'invalid_input').errors).toMatchObject([
      { pointer: '/min_subtotal', code: 'subtotals_contradict' },
      { pointer: '/pickup_address', code: 'not_a_pickup' },
    ])
    const { id } = await add({ kind: 'pickup', pickup_address: 'Here', max_subtotal: 8 })
    const changed = await owner.patch(`${path}/${id}`, { kind: 'delivery', min_subtotal: 9 })
    expect(pointersOf(expectProblem(changed, 422, 'invalid_input'))).toEqual(['/min_subtotal', '/pickup_address'])
    expect((await owner.patch(`${path}/${id}`, { kind: 'delivery', pickup_address: null })).status).toBe(200)
    expect((await owner.patch(`${path}/${id}`, { kind: 'pickup' })).status).toBe(200)
  })

  test('invalid fields', async () => {
    const { owner } = await openDelivery()
    const invalid = {
      name: ' ',
      kind: 'drone',
      price: -1,
      zones: [{ country: 'Kuwait' }, { country: 'KW', regions: [''] }, { region: 'x' }],
      max_weight_g: 0,
      estimated_days: { min: 3, max: 1 },
      payment_methods: 'cod',
      active: 'yes',
      position: 1.5,
      cost: 1,
    }
    expect(pointersOf(expectProblem(await owner.post(path, invalid), 422, 'invalid_input')).toSorted()).toEqual([
      '/active',
      '/cost',
      '/estimated_days/min',
      '/kind',
      '/max_weight_g',
      '/name',
      '/payment_methods',
      '/position',
      '/price',
      '/zones/0/country',
      '/zones/1/regions/0',
      '/zones/2/country',
      '/zones/2/region',
    ])
    const regions = Array.from({ length: 400 }, (_, nth) => `Area ${nth}`)
    const zones = ['KW', 'AE', 'OM'].map((country) => ({ country, regions }))
    expect(pointersOf(expectProblem(await owner.post(path, { name: 'X', zones }), 422, 'invalid_input'))).toEqual([
      '/zones',
    ])
  })

  test('more than 50, also when all are created at once', async () => {
    const { owner, list } = await openDelivery()
    const answers = await Promise.all(
      Array.from({ length: 56 }, (_, nth) => owner.post(path, { name: `Method ${nth}`, position: nth })),
    )
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused).toHaveLength(6)
    for (const answer of refused)
      expect(expectProblem(answer, 409, 'limit_reached')).toMatchObject({ max_delivery_methods: 50 })
    const { data, meta } = await list('?limit=100')
    expect(meta.total).toBe(50)
    expect((await owner.delete(`${path}/${data[0]?.id}`)).status).toBe(204)
    expect((await owner.post(path, { name: 'One more' })).status).toBe(201)
  })
})
