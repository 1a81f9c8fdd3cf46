import { beforeAll, describe, expect, test } from 'vitest'
import { rolesByScope, type Scope } from '../../src/auth/tokens/scopes.ts'
import { roles } from '../../src/db/schema/stores.ts'
import { sessionToken } from '../support/identity.ts'
import { service } from '../support/service.ts'
import { type Client, client, expectProblem, openShop, type Shop, somebody } from '../support/shop.ts'
import { call, stock, stockFor } from './goods.ts'
import type { Goods } from './route-facts.ts'
import { apiRoutes, isWrite } from './route-table.ts'
import { snapshot } from './snapshot.ts'

let shop: Shop
let staffed: Staffed
/** A store in which nothing happens, since all that is asked of it is refused. */
let still: { shop: Shop; staffed: Staffed; goods: Goods; before: Awaited<ReturnType<typeof snapshot>> }

type Role = (typeof roles)[number]
type Staffed = Record<Role, Client>

const staff = async (shop: Shop): Promise<Staffed> => ({
  owner: shop.owner,
  admin: await shop.hire('admin'),
  staff: await shop.hire('staff'),
  viewer: await shop.hire('viewer'),
})

beforeAll(async () => {
  shop = await openShop()
  staffed = await staff(shop)
  const quiet = await openShop()
  const people = await staff(quiet)
  const goods = await stock(quiet)
  still = { shop: quiet, staffed: people, goods, before: await snapshot(quiet.store.id) }
})

const matrix = apiRoutes.flatMap((route) => roles.map((role) => ({ ...route, role })))
const isAllowed = ({ scope, role }: { scope: Scope; role: Role }) =>
  rolesByScope[scope].some((allowed) => allowed === role)

describe('every role on every route', () => {
  test.for(matrix.filter((cell) => isAllowed(cell) && !cell.personal))(
    '$role may: $route',
    async ({ role, route, sample, status }) => {
      const request = sample(
        isWrite(route) ? await stockFor((goods) => sample(goods, ''), shop) : still.goods,
        crypto.randomUUID(),
      )
      const [who, where] = isWrite(route) ? [staffed, shop] : [still.staffed, still.shop]
      const answer = await call(who[role], route, request, { 'X-Store-Id': where.store.id })
      expect(answer.status, JSON.stringify(answer.body)).toBe(status)
    },
  )

  // In a shop of its own: of whoever joins another store, requests then have to say which.
  test.for(apiRoutes.filter(({ personal }) => personal))('a person may: $route', async ({ route, sample, status }) => {
    const own = await openShop()
    const answer = await call(
      own.owner,
      route,
      sample(await stockFor((goods) => sample(goods, ''), own), crypto.randomUUID()),
    )
    expect(answer.status, JSON.stringify(answer.body)).toBe(status)
  })

  test.for(matrix.filter((cell) => !isAllowed(cell)))('$role may not: $route', async ({ role, route, sample }) => {
    const request = sample(still.goods, crypto.randomUUID())
    const answer = await call(still.staffed[role], route, request, { 'X-Store-Id': still.shop.store.id })
    expectProblem(answer, 403, 'forbidden')
    expect(await snapshot(still.shop.store.id)).toEqual(still.before)
  })

  test('all may read what is not managed, and a viewer may change nothing of a store', () => {
    for (const { route, scope, personal } of apiRoutes) {
      // What is the owners' and admins' alone, some of it to look at as well. What the public sees is theirs, too.
      if (scope.endsWith(':manage') || scope === 'storefront:write')
        expect(rolesByScope[scope], route).toEqual(['owner', 'admin'])
      else if (!isWrite(route)) expect(rolesByScope[scope], route).toEqual(roles)
      // Whoever has signed in may open a store of their own, and answer their own invitations.
      else if (route !== 'POST /api/stores' && !personal)
        expect(rolesByScope[scope], route).toEqual(['owner', 'admin', 'staff'])
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
    const request = sample(still.goods, crypto.randomUUID())
    const answer = await call(stranger, route, request, { 'X-Store-Id': still.shop.store.id })
    expectProblem(answer, 404, 'store_not_found')
  })

  test.for(apiRoutes)('is asked for a session token: $route', async ({ route, sample }) => {
    const { path, body } = sample(still.goods, crypto.randomUUID())
    const answer = await service().fetch(path, {
      method: route.slice(0, route.indexOf(' ')),
      headers: { 'Content-Type': 'application/json', 'X-Store-Id': still.shop.store.id },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    expectProblem(answer, 401, 'unauthenticated')
    expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer realm="merchant-commerce"')
  })

  test.for(apiRoutes)('is not let in by a token that has expired: $route', async ({ route, sample }) => {
    const expired = client(await sessionToken({ subject: still.shop.owner.subject, expiresInSeconds: -3600 }))
    const answer = await call(expired, route, sample(still.goods, crypto.randomUUID()))
    expectProblem(answer, 401, 'token_expired')
    expect(answer.headers.get('WWW-Authenticate')).toContain('error="invalid_token"')
  })
})
