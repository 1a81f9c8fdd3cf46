import { beforeAll, describe, expect, test } from 'vitest'
import { call, stock } from '../../isolation/goods.ts'
import type { Goods } from '../../isolation/route-facts.ts'
import { apiRoutes } from '../../isolation/route-table.ts'
import { answerOf, callOf, post, refusalOf, tokenFor } from '../../support/callers/assistant.ts'
import { service } from '../../support/service.ts'
import { expectProblem, inStore, openShop, pointersOf, type Shop } from '../../support/shop.ts'

let shop: Shop
let goods: Goods
beforeAll(async () => {
  shop = await openShop()
  goods = await stock(shop)
})

const withParameter = (path: string, parameter: string) => `${path}${path.includes('?') ? '&' : '?'}${parameter}`

describe('an unknown query parameter is rejected', () => {
  test.for(apiRoutes)('$route', async ({ route, sample }) => {
    const request = sample(goods, crypto.randomUUID())
    const answer = await call(
      shop.owner,
      route,
      { ...request, path: withParameter(request.path, 'no_such=1') },
      inStore(shop.store),
    )
    const problem = expectProblem(answer, 422, 'invalid_input')
    expect(problem.errors).toMatchObject([{ pointer: '/no_such', code: 'unknown_field' }])
  })

  test('by the product list of a public storefront', async () => {
    const answer = await service().fetch(`/api/storefront/${shop.store.slug}/products?no_such=1&other=2`)
    expect(pointersOf(expectProblem(answer, 422, 'invalid_input')).toSorted()).toEqual(['/no_such', '/other'])
  })

  test('and changes nothing', async () => {
    const path = `/api/products/${goods.productId}`
    expectProblem(await shop.owner.patch(`${path}?dry_run=true`, { title: 'Other' }), 422, 'invalid_input')
    expect(await shop.owner.get(path)).not.toMatchObject({ body: { title: 'Other' } })
  })
})

describe('a NUL character in a filter is rejected', () => {
  test.for([
    ['/api/orders', 'external_id'],
    ['/api/orders', 'search'],
    ['/api/orders/export', 'external_id'],
    ['/api/products', 'external_id'],
    ['/api/customers', 'external_id'],
    ['/api/customers', 'filter'],
    ['/api/customers/export', 'filter'],
    ['/api/inbox/conversations', 'tag'],
    ['/api/inbox/conversations', 'cursor'],
  ] as const)('%s by %s', async ([path, name]) => {
    const value = name === 'filter' ? 'tag:a%00b' : 'a%00b'
    const problem = expectProblem(await shop.owner.get(`${path}?${name}=${value}`), 422, 'invalid_input')
    expect(problem.errors).toEqual([
      { pointer: `/${name}`, code: 'invalid_value', detail: `${name} must not contain a NUL character` },
    ])
  })
})

describe('a boolean in a query is true or false', () => {
  test.for([
    ['/api/discounts', 'active'],
    ['/api/discounts', 'automatic'],
    ['/api/inbox/conversations', 'unread'],
    ['/api/inventory', 'low_stock'],
    ['/api/products', 'in_stock'],
    ['/api/products', 'on_sale'],
  ] as const)('%s by %s', async ([path, name]) => {
    for (const value of ['true', 'false'])
      expect(await shop.owner.get(`${path}?${name}=${value}`)).toMatchObject({ status: 200 })
    for (const query of [`${name}=yes`, `${name}=1`, `${name}=TRUE`, `${name}=`, `${name}=true&${name}=false`]) {
      const problem = expectProblem(await shop.owner.get(`${path}?${query}`), 422, 'invalid_input')
      expect(problem.errors).toMatchObject([{ pointer: `/${name}`, detail: `${name} must be true or false` }])
    }
  })

  test('a time whose + was not encoded: the refusal says so', async () => {
    for (const time of ['2026-11-01T00:00:00+03:00', '2026-11-01T00:00+03:00']) {
      const { errors } = expectProblem(await shop.owner.get(`/api/orders?created_from=${time}`), 422, 'invalid_input')
      expect(errors[0]?.detail).toMatch(/^created_from has a space where its \+ was\. .*%2B/)
    }
    const encoded = encodeURIComponent('2026-11-01T00:00:00+03:00')
    expect(await shop.owner.get(`/api/orders?created_from=${encoded}`)).toMatchObject({ status: 200 })
  })

  test('and a boolean for assistants', async () => {
    const { token } = await tokenFor(shop)
    const list = (active: unknown) => post(callOf('list_discounts', { active }), { token })
    expect(answerOf(await list(true))).toMatchObject({ total: expect.any(Number) })
    expect(refusalOf(await list('yes'))).toMatchObject({
      code: 'invalid_input',
      errors: [{ pointer: '/active', detail: 'active must be true or false' }],
    })
  })
})
