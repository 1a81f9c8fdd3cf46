import { describe, expect, test } from 'vitest'
import { Discount } from '../../../src/areas/discounts/discount.ts'
import { eventsOf } from '../../support/events.ts'
import { expectBody, expectProblem, pointersOf } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { openDiscounts, path, tenPercent } from './open-discounts.ts'

const sale = {
  name: 'Summer sale',
  code: 'SUMMER 10',
  automatic: false,
  kind: 'percentage',
  value: 12.3456,
  max_amount: 30.005,
  applies_to: { tags: ['summer', 'linen'] },
  min_subtotal: 20.125,
  min_quantity: 2,
  starts_at: '2026-06-01T00:00:00.000Z',
  ends_at: '2026-09-01T00:00:00.000Z',
  usage_limit: 100,
  usage_limit_per_customer: 3,
  first_order_only: true,
  combines: true,
  active: false,
}

describe('a discount', () => {
  test('is stored with every field, in the currency of the store', async () => {
    const { owner, add, store } = await openDiscounts('KWD')
    const created = await add(sale)
    expect(created).toEqual({
      ...sale,
      id: created.id,
      store_id: store.id,
      state: 'off',
      uses: 0,
      currency: 'KWD',
      version: 1,
      created_at: created.created_at,
      updated_at: created.created_at,
    })
    const read = await owner.get(`${path}/${created.id}`)
    expect(read).toMatchObject({ status: 200, body: created })
  })

  test('needs only a code and what it takes off', async () => {
    const { add } = await openDiscounts()
    expect(await add(tenPercent)).toMatchObject({
      name: 'TEN',
      code: 'TEN',
      automatic: false,
      value: 10,
      max_amount: null,
      applies_to: { all: true },
      min_subtotal: null,
      min_quantity: null,
      starts_at: null,
      ends_at: null,
      usage_limit: null,
      usage_limit_per_customer: null,
      first_order_only: false,
      combines: false,
      active: true,
      uses: 0,
    })
    expect(await add({ kind: 'free_delivery', automatic: true })).toMatchObject({
      name: 'Discount',
      code: null,
      automatic: true,
      value: null,
    })
    expect(await add({ kind: 'free_delivery', value: 0, code: 'SHIP' })).toMatchObject({ code: 'SHIP', value: null })
    expect(await add({ kind: 'fixed', value: 2.5, code: 'FIVE' })).toMatchObject({ kind: 'fixed', value: 2.5 })
  })

  test('changes only what is sent, and null clears a condition', async () => {
    const { owner, add } = await openDiscounts('KWD')
    const { id } = await add(sale)
    const change = { max_amount: null, applies_to: { all: true }, ends_at: null, usage_limit: null, active: true }
    const changed = await owner.patch(`${path}/${id}`, change, { 'If-Match': '"v1"' })
    expect(expectBody(changed, 200, Discount)).toMatchObject({ ...sale, ...change, version: 2 })
    expect(changed.headers.get('ETag')).toBe('"v2"')
    expectProblem(await owner.patch(`${path}/${id}`, { value: 1 }, { 'If-Match': '"v1"' }), 409, 'version_conflict')
    expect(await owner.patch(`${path}/${id}`, {})).toMatchObject({ status: 200, body: { version: 2 } })
    expect((await eventsOf(id)).map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'discount.created', data: {} },
      { type: 'discount.updated', data: { changed: Object.keys(change) } },
    ])
  })

  test('gets the goods of the last change only', async () => {
    const { owner, add, addProduct } = await openDiscounts()
    const { id: productId } = await addProduct()
    const { id } = await add({ ...tenPercent, applies_to: { tags: ['a', 'a'] } })
    for (const [sent, stored] of [
      [{ product_ids: [productId, productId] }, { product_ids: [productId] }],
      [{ tags: ['b'] }, { tags: ['b'] }],
      [{ all: true }, { all: true }],
    ])
      expect(await owner.patch(`${path}/${id}`, { applies_to: sent })).toMatchObject({ body: { applies_to: stored } })
  })

  test('of another kind has no value and no maximum of the former kind', async () => {
    const { owner, add } = await openDiscounts()
    const { id } = await add({ ...tenPercent, max_amount: 5 })
    const patch = (change: object) => owner.patch(`${path}/${id}`, change)
    expect(pointersOf(expectProblem(await patch({ kind: 'fixed' }), 422, 'invalid_input'))).toEqual(['/value'])
    expect(await patch({ kind: 'fixed', value: 250 })).toMatchObject({ body: { value: 250, max_amount: null } })
    expect(await patch({ kind: 'free_delivery' })).toMatchObject({ body: { value: null } })
    expect(await patch({ kind: 'percentage', value: 5, max_amount: 9 })).toMatchObject({
      body: { value: 5, max_amount: 9 },
    })
  })

  test('becomes automatic only when asked to, and gets a code again', async () => {
    const { owner, add } = await openDiscounts()
    const { id } = await add(tenPercent)
    const patch = (change: object) => owner.patch(`${path}/${id}`, change)
    expect(pointersOf(expectProblem(await patch({ code: null }), 422, 'invalid_input'))).toEqual(['/code'])
    expect(await patch({ automatic: true })).toMatchObject({ body: { code: null, automatic: true } })
    expect(await patch({ value: 11 })).toMatchObject({ body: { code: null, automatic: true, value: 11 } })
    expect(await patch({ code: null, automatic: true, value: 12 })).toMatchObject({ status: 200 })
    expect(pointersOf(expectProblem(await patch({ automatic: false }), 422, 'invalid_input'))).toEqual(['/code'])
    expect(await patch({ code: 'Again' })).toMatchObject({ body: { code: 'Again', automatic: false, name: 'TEN' } })
  })

  test('is deleted once with the same key, and its code is free again', async () => {
    const { owner, add } = await openDiscounts()
    const { id } = await add(tenPercent)
    for (const _ of [1, 2]) expect((await owner.delete(`${path}/${id}`, { 'Idempotency-Key': 'x' })).status).toBe(204)
    expectProblem(await owner.delete(`${path}/${id}`), 404, 'not_found')
    expectProblem(await owner.get(`${path}/${id}`), 404, 'not_found')
    await add(tenPercent)
  })
})

describe('a code', () => {
  test('is unique in the store, whatever its case, spaces and digits', async () => {
    const { owner, add, through } = await openDiscounts()
    const first = await add({ ...tenPercent, code: 'Summer 10', name: 'Summer sale' })
    const other = await add({ ...tenPercent, code: 'Other' })
    for (const code of ['Summer 10', 'summer10', ' SUMMER  ١٠', 'sum mer ۱۰', 'ｓｕｍｍｅｒ10'])
      for (const answer of [
        await owner.post(path, { ...tenPercent, code }),
        await owner.patch(`${path}/${other.id}`, { code }),
      ]) {
        const { errors } = expectProblem(answer, 409, 'duplicate')
        expect(errors, code).toMatchObject([{ pointer: '/code', discount_id: first.id, name: 'Summer sale' }])
      }
    expect(await owner.patch(`${path}/${first.id}`, { code: 'SUMMER10' })).toMatchObject({ body: { code: 'SUMMER10' } })
    await (await openDiscounts('USD', through)).add({ ...tenPercent, code: 'Summer 10' })
  })

  test('is given to one of many who ask for it at once', async () => {
    const { owner, list } = await openDiscounts()
    const codes = ['ten', 'TEN', 'T E N', 'Ten']
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, nth) => owner.post(path, { ...tenPercent, code: codes[nth % 4] })),
    )
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused).toHaveLength(11)
    for (const answer of refused) expect(pointersOf(expectProblem(answer, 409, 'duplicate'))).toEqual(['/code'])
    expect((await list()).meta.total).toBe(1)
  })
})

test('a discount may take off everything', async () => {
  const { owner } = await openDiscounts()
  const everything = { code: 'ALL', kind: 'percentage', value: 100 }
  expect(await owner.post(path, everything)).toMatchObject({ status: 201, body: { value: 100 } })
})

describe('refuses', () => {
  const refusals: readonly (readonly [string, object, readonly string[], string?])[] = [
    ['neither code nor automatic', { code: undefined }, ['/code required']],
    ['no code', { code: null }, ['/code required']],
    ['an automatic discount with a code', { automatic: true }, ['/automatic automatic_with_code']],
    ['a code without letters or digits', { code: 'ـ' }, ['/code invalid_code']],
    ['no value', { value: undefined }, ['/value required']],
    ['a fixed discount without a value', { kind: 'fixed', value: null }, ['/value required']],
    ['0 percent', { value: 0 }, ['/value too_small']],
    ['an amount of 0', { kind: 'fixed', value: 0 }, ['/value too_small']],
    ['more than 100 percent', { value: 100.0001 }, ['/value invalid_percentage']],
    ['a percentage of 5 decimals', { value: 1.00001 }, ['/value invalid_percentage']],
    ['free delivery with a value', { kind: 'free_delivery' }, ['/value value_unused']],
    ['a maximum of a fixed amount', { kind: 'fixed', max_amount: 5 }, ['/max_amount max_amount_unused']],
    ['an end at its start', { starts_at: '2026-06-02', ends_at: '2026-06-01' }, ['/ends_at ends_before_start']],
    ['inexact amounts', { kind: 'fixed', value: 1.005 }, ['/value invalid_amount'], 'invalid_amount'],
    [
      'several of these, all at once',
      { max_amount: 1.005, min_subtotal: 2.005, value: 101, starts_at: '2026-06-02', ends_at: '2026-06-01' },
      [
        '/max_amount invalid_amount',
        '/min_subtotal invalid_amount',
        '/value invalid_percentage',
        '/ends_at ends_before_start',
      ],
      'invalid_amount',
    ],
  ]

  test.for(refusals)('%s', async ([, change, problems, code = 'invalid_input']) => {
    const { owner, list } = await openDiscounts()
    const { errors } = expectProblem(await owner.post(path, { ...tenPercent, ...change }), 422, code)
    expect(errors.map((error) => `${error.pointer} ${error.code}`)).toEqual(problems)
    expect((await list()).data).toEqual([])
  })

  test('what contradicts the stored discount', async () => {
    const { owner, add } = await openDiscounts()
    const { id } = await add({ ...tenPercent, starts_at: '2026-06-01' })
    for (const [change, pointer] of [
      [{ ends_at: '2026-05-01' }, '/ends_at'],
      [{ value: 101 }, '/value'],
      [{ value: null }, '/value'],
      [{ kind: 'free_delivery', value: 5 }, '/value'],
    ] as const)
      expect(pointersOf(expectProblem(await owner.patch(`${path}/${id}`, change), 422, 'invalid_input'))).toEqual([
        pointer,
      ])
    expect(await owner.get(`${path}/${id}`)).toMatchObject({ body: { version: 1 } })
  })

  test('more than 500, also when the last are created at once', async () => {
    const { owner, store } = await openDiscounts()
    await asOwner`insert into discounts (store_id, id, name, code, kind, percentage)
      select ${store.id}, gen_random_uuid(), 'Ten', 'TEN' || n, 'percentage', 10 from generate_series(1, 497) as n`
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, nth) => owner.post(path, { ...tenPercent, code: `NEW${nth}` })),
    )
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused).toHaveLength(5)
    for (const answer of refused)
      expect(expectProblem(answer, 409, 'limit_reached')).toMatchObject({ max_discounts: 500 })
  })

  test('more than 50 automatic ones that are active, also when the last are created or activated at once', async () => {
    const { owner, store, add, list } = await openDiscounts()
    const sale = { automatic: true, kind: 'percentage', value: 10 }
    const inADay = new Date(Date.now() + 86_400_000).toISOString()
    // One that starts later counts. Those that have ended or are not active do not.
    await asOwner`insert into discounts (store_id, id, name, kind, percentage, active, starts_at, ends_at)
      select ${store.id}, gen_random_uuid(), 'Sale ' || n, 'percentage', 10, n <> 48,
             case when n = 1 then now() + interval '1 day' end, case when n = 49 then now() - interval '1 day' end
        from generate_series(1, 49) as n`
    const off = await add({ ...sale, active: false })
    const coded = await add(tenPercent)
    const ended = await add({ ...sale, ends_at: '2026-01-01T00:00:00Z' })
    const answers = await Promise.all([
      owner.post(path, sale),
      owner.post(path, { ...sale, starts_at: inADay }),
      owner.patch(`${path}/${off.id}`, { active: true }),
      owner.patch(`${path}/${coded.id}`, { automatic: true }),
      owner.patch(`${path}/${ended.id}`, { ends_at: inADay }),
    ])
    const refused = answers.filter(({ status }) => status === 409)
    expect(refused).toHaveLength(2)
    for (const answer of refused)
      expect(expectProblem(answer, 409, 'limit_reached')).toMatchObject({ max_automatic_discounts: 50 })
    // One that is active can be changed and turned off, which makes room.
    const { data } = await list('?active=true&automatic=true&limit=100')
    const one = data.find(({ name }) => name === 'Sale 2')
    expect(await owner.patch(`${path}/${one?.id}`, { value: 20, ends_at: inADay })).toMatchObject({ status: 200 })
    expect(await owner.post(path, sale)).toMatchObject({ status: 409 })
    expect(await owner.patch(`${path}/${one?.id}`, { active: false })).toMatchObject({ status: 200 })
    expect(await owner.post(path, sale)).toMatchObject({ status: 201 })
  })

  test('products that the store does not have', async () => {
    const { owner, addProduct } = await openDiscounts()
    const [mine, theirs] = [await addProduct(), await (await openDiscounts()).addProduct()]
    const product_ids = [theirs.id, mine.id, crypto.randomUUID()]
    const problem = expectProblem(
      await owner.post(path, { ...tenPercent, applies_to: { product_ids } }),
      422,
      'product_not_found',
    )
    expect(pointersOf(problem)).toEqual(['/applies_to/product_ids/0', '/applies_to/product_ids/2'])
  })

  test('invalid fields', async () => {
    const { owner } = await openDiscounts()
    const invalid = {
      name: '',
      code: 'x'.repeat(65),
      kind: 'gift',
      value: -1,
      applies_to: { tags: ['a'], all: true },
      min_quantity: 0,
      starts_at: 'soon',
      usage_limit: 1.5,
      combines: 'no',
      uses: 5,
    }
    expect(pointersOf(expectProblem(await owner.post(path, invalid), 422, 'invalid_input')).toSorted()).toEqual(
      Object.keys(invalid)
        .map((name) => `/${name}`)
        .toSorted(),
    )
    for (const applies_to of [
      {},
      { tags: [] },
      { product_ids: [] },
      { product_ids: [''] },
      { all: false },
      'all',
      null,
    ])
      expectProblem(await owner.post(path, { ...tenPercent, applies_to }), 422, 'invalid_input')
  })
})
