import { beforeAll, describe, expect, test } from 'vitest'
import { rolesByScope } from '../../src/auth/scopes.ts'
import { roles } from '../../src/db/schema/stores.ts'
import { sessionToken } from '../support/identity.ts'
import { service } from '../support/service.ts'
import { client, expectProblem, openShop, type Shop, somebody } from '../support/shop.ts'
import { call, stock } from './goods.ts'
import { apiRoutes, isWrite } from './route-table.ts'
import { snapshot } from './snapshot.ts'

let shop: Shop
let staffed: Record<(typeof roles)[number], Awaited<ReturnType<Shop['hire']>>>

beforeAll(async () => {
  shop = await openShop()
  staffed = {
    owner: shop.owner,
    admin: await shop.hire('admin'),
    staff: await shop.hire('staff'),
    viewer: await shop.hire('viewer'),
  }
})

const matrix = apiRoutes.flatMap((route) => roles.map((role) => ({ ...route, role })))

describe('every role on every route', () => {
  test.for(matrix)('$role: $route', async ({ role, route, scope, sample, status }) => {
    const request = sample(await stock(shop), crypto.randomUUID())
    const before = await snapshot(shop.store.id)
    const answer = await call(staffed[role], route, request, { 'X-Store-Id': shop.store.id })
    if (rolesByScope[scope].some((allowed) => allowed === role)) {
      expect(answer.status, JSON.stringify(answer.body)).toBe(status)
      return
    }
    expectProblem(answer, 403, 'forbidden')
    expect(await snapshot(shop.store.id)).toEqual(before)
  })

  test('all may read what is not managed, and a viewer may change nothing of a store', () => {
    for (const { route, scope } of apiRoutes) {
      // What is the owners' and admins' alone, some of it to look at as well.
      if (scope.endsWith(':manage')) expect(rolesByScope[scope], route).toEqual(['owner', 'admin'])
      else if (!isWrite(route)) expect(rolesByScope[scope], route).toEqual(roles)
      // Whoever has signed in may open a store of their own.
      else if (route !== 'POST /api/stores') expect(rolesByScope[scope], route).toEqual(['owner', 'admin', 'staff'])
    }
  })

  test('a role that was taken away is gone on the next request', async () => {
    const { id } = await shop.addCustomer()
    const clerk = await shop.hire('staff')
    expect((await clerk.patch(`/api/customers/${id}`, { notes: 'one' })).status).toBe(200)
    await shop.demote(clerk.subject, 'viewer')
    expectProblem(await clerk.patch(`/api/customers/${id}`, { notes: 'two' }), 403, 'forbidden')
    expect((await clerk.get(`/api/customers/${id}`)).body).toMatchObject({ notes: 'one' })
  })
})

describe('who does not belong to the store', () => {
  test.for(apiRoutes)('finds no such store: $route', async ({ route, sample }) => {
    const stranger = await somebody()
    const request = sample(await stock(shop), crypto.randomUUID())
    const answer = await call(stranger, route, request, { 'X-Store-Id': shop.store.id })
    expectProblem(answer, 404, 'not_found')
  })

  test.for(apiRoutes)('is asked for a session token: $route', async ({ route, sample }) => {
    const { path, body } = sample(await stock(shop), crypto.randomUUID())
    const answer = await service().fetch(path, {
      method: route.slice(0, route.indexOf(' ')),
      headers: { 'Content-Type': 'application/json', 'X-Store-Id': shop.store.id },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    expectProblem(answer, 401, 'unauthenticated')
    expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer realm="merchant-commerce"')
  })

  test.for(apiRoutes)('is not let in by a token that has expired: $route', async ({ route, sample }) => {
    const expired = client(await sessionToken({ subject: shop.owner.subject, expiresInSeconds: -3600 }))
    const answer = await call(expired, route, sample(await stock(shop), crypto.randomUUID()))
    expectProblem(answer, 401, 'token_expired')
    expect(answer.headers.get('WWW-Authenticate')).toContain('error="invalid_token"')
  })
})
