import { describe, expect, test } from 'vitest'
import { listSegmentCustomers } from '../../../../src/areas/customers/segments/list-customers.ts'
import { listSegments } from '../../../../src/areas/customers/segments/list-segments.ts'
import { Segment } from '../../../../src/areas/customers/segments/segment.ts'
import { eventsOf } from '../../../support/events.ts'
import { service } from '../../../support/service.ts'
import { expectBody, expectProblem, openShop, pointersOf } from '../../../support/shop.ts'
import { asOwner } from '../../../support/sql.ts'

const shop = service()
const vips = { name: 'VIPs', filter: '  tag:vip  spent>=0 ' }

async function clientele() {
  const mine = await openShop({ through: shop })
  await mine.addCustomer({ name: 'Amal', tags: ['vip'], phone: '+965 5123 4567' })
  await mine.addCustomer({ name: 'Noor', tags: ['vip', 'b'], blocked: true })
  await mine.addCustomer({ name: 'Huda', tags: ['b'] })
  const segment = expectBody(await mine.owner.post('/api/segments', vips), 201, Segment)
  const namesIn = async (path: string) => {
    const { data } = expectBody(await mine.owner.get(path), 200, listSegmentCustomers.output)
    return data.map(({ name }) => name)
  }
  return { ...mine, segment, namesIn }
}

describe('a segment', () => {
  test('is stored as sent, and lists the customers that match now', async () => {
    const { owner, segment, namesIn, addCustomer, store } = await clientele()
    expect(segment).toMatchObject({ store_id: store.id, name: 'VIPs', filter: 'tag:vip  spent>=0', version: 1 })
    expect(await owner.get(`/api/segments/${segment.id}`)).toMatchObject({ status: 200, body: segment })
    const path = `/api/segments/${segment.id}/customers`
    expect(await namesIn(path)).toEqual(['Noor', 'Amal'])
    await addCustomer({ name: 'Sara', tags: ['vip'] })
    expect(await namesIn(path)).toEqual(['Sara', 'Noor', 'Amal'])
    expect(await namesIn(`/api/customers?segment_id=${segment.id}`)).toEqual(['Sara', 'Noor', 'Amal'])
    expect(await namesIn(`/api/customers?segment_id=${segment.id}&filter=blocked:true`)).toEqual(['Noor'])
    expect(await namesIn(`${path}?search=5123-4567`)).toEqual(['Amal'])
    expect(await namesIn(`/api/customers?segment_id=${segment.id}&search=a`)).toEqual(['Sara', 'Amal'])
  })

  test('can be renamed, get another filter, and be deleted without its customers', async () => {
    const { owner, segment, namesIn } = await clientele()
    const path = `/api/segments/${segment.id}`
    const answer = await owner.patch(path, { filter: 'blocked:false' }, { 'If-Match': '"v1"' })
    expect(answer).toMatchObject({ status: 200, body: { name: 'VIPs', filter: 'blocked:false', version: 2 } })
    expect(answer.headers.get('ETag')).toBe('"v2"')
    expect(await namesIn(`${path}/customers`)).toEqual(['Huda', 'Amal'])
    expect(await owner.patch(path, { name: 'Good ones' })).toMatchObject({
      body: { name: 'Good ones', filter: 'blocked:false' },
    })
    expectProblem(await owner.patch(path, { name: 'x' }, { 'If-Match': '"v1"' }), 409, 'version_conflict')
    expectProblem(await owner.delete(path, { 'If-Match': '"v1"' }), 409, 'version_conflict')
    expect((await owner.delete(path)).status).toBe(204)
    for (const gone of [await owner.get(path), await owner.get(`${path}/customers`), await owner.delete(path)])
      expectProblem(gone, 404, 'not_found')
    expect(await namesIn('/api/customers')).toEqual(['Huda', 'Noor', 'Amal'])
    expect((await eventsOf(segment.id)).map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'segment.created', data: {} },
      { type: 'segment.updated', data: { changed: ['filter'] } },
      { type: 'segment.updated', data: { changed: ['name'] } },
      { type: 'segment.deleted', data: {} },
    ])
  })

  test('is deleted once with the same key, and its name is free again', async () => {
    const { owner, segment } = await clientele()
    const key = { 'Idempotency-Key': 'gone' }
    for (const _ of [1, 2]) expect((await owner.delete(`/api/segments/${segment.id}`, key)).status).toBe(204)
    expect((await eventsOf(segment.id)).map(({ type }) => type)).toEqual(['segment.created', 'segment.deleted'])
    expect((await owner.post('/api/segments', vips)).status).toBe(201)
  })

  test('has a unique name in the store', async () => {
    const { owner, segment } = await clientele()
    const other = expectBody(await owner.post('/api/segments', { ...vips, name: 'Others' }), 201, Segment)
    for (const answer of [
      await owner.post('/api/segments', vips),
      await owner.patch(`/api/segments/${other.id}`, { name: 'VIPs' }),
    ])
      expect(pointersOf(expectProblem(answer, 409, 'duplicate'))).toEqual(['/name'])
    expect((await owner.patch(`/api/segments/${segment.id}`, { name: 'VIPs' })).status).toBe(200)
    expect((await (await openShop({ through: shop })).owner.post('/api/segments', vips)).status).toBe(201)
  })

  test('with an invalid filter is rejected with the position of the mistake', async () => {
    const { owner, segment } = await clientele()
    const problem = expectProblem(
      await owner.post('/api/segments', { name: '', filter: 'tag:vip spend>100', x: 1 }),
      422,
      'invalid_input',
    )
    expect(pointersOf(problem).toSorted()).toEqual(['/filter', '/name', '/x'])
    expect(problem.errors.find(({ pointer }) => pointer === '/filter')).toMatchObject({
      code: 'invalid_filter',
      position: 9,
      detail:
        'At character 9: Unknown field spend. Fields are spent, orders, last_order, created, no_order_for_days, ordered_within_days, tag, blocked.',
    })
    for (const filter of ['', ' ', null, 5, ['tag:vip'], 'x'.repeat(1001)])
      expectProblem(await owner.patch(`/api/segments/${segment.id}`, { filter }), 422, 'invalid_input')
    const listed = expectProblem(await owner.get('/api/customers?filter=tag%3Dvip'), 422, 'invalid_input')
    expect(listed.errors).toMatchObject([{ pointer: '/filter', code: 'invalid_filter', position: 4 }])
    expect(await owner.get(`/api/segments/${segment.id}`)).toMatchObject({ body: { version: 1 } })
  })

  test('that nobody can be in is refused, and one that is stored stays readable', async () => {
    const { owner, segment } = await clientele()
    const at = `/api/segments/${segment.id}`
    const nobody = 'spent>=100 spent<=50'
    for (const answer of [
      await owner.post('/api/segments', { name: 'Nobody', filter: nobody }),
      await owner.patch(at, { filter: nobody }),
    ])
      expect(expectProblem(answer, 422, 'invalid_input').errors).toMatchObject([
        { pointer: '/filter', code: 'range_empty' },
      ])
    const conditions = [
      { field: 'spent', op: '>=', value: '100' },
      { field: 'spent', op: '<=', value: '50' },
    ]
    await asOwner`update segments set filter = ${nobody}, conditions = ${JSON.stringify(conditions)}::jsonb
      where id = ${segment.id}`
    expect(await owner.get(at)).toMatchObject({ status: 200, body: { filter: nobody } })
    expect(await owner.get(`${at}/customers`)).toMatchObject({ status: 200, body: { data: [] } })
    expect(await owner.patch(at, { name: 'Old' })).toMatchObject({ status: 200, body: { name: 'Old', filter: nobody } })
  })

  test('of one of two stores lists only customers of that store', async () => {
    const [mine, second] = [await clientele(), await clientele()]
    await second.join(mine.owner.subject, 'viewer')
    const { data } = expectBody(
      await mine.owner.get(`/api/customers?segment_id=${second.segment.id}`),
      200,
      listSegmentCustomers.output,
    )
    expect(data.map(({ store_id, name }) => [store_id, name])).toEqual([
      [second.store.id, 'Noor'],
      [second.store.id, 'Amal'],
    ])
  })

  test('is listed newest first, page by page', async () => {
    const { owner } = await clientele()
    for (const name of ['B', 'C']) await owner.post('/api/segments', { ...vips, name })
    const first = expectBody(await owner.get('/api/segments?limit=2'), 200, listSegments.output)
    expect(first.data.map(({ name }) => name)).toEqual(['C', 'B'])
    const second = expectBody(
      await owner.get(`/api/segments?limit=2&cursor=${first.meta.next_cursor}`),
      200,
      listSegments.output,
    )
    expect(second).toMatchObject({ data: [{ name: 'VIPs' }], meta: { total: 3, has_more: false } })
  })
})
