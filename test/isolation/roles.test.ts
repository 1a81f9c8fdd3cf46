import { beforeAll, describe, expect, test } from 'vitest'
import { rolesByScope, type Scope } from '../../src/platform/auth/tokens/scopes.ts'
import { roles } from '../../src/platform/db/schema/stores.ts'
import { isLong } from '../support/run/effort.ts'
import { sessionToken } from '../support/callers/identity.ts'
import { service } from '../support/service.ts'
import { type Client, client, expectProblem, inStore, openShop, type Shop, somebody } from '../support/shop.ts'
import { call, stock, stockFor } from './goods.ts'
import type { Goods } from './route-facts.ts'
import { apiRoutes, isWrite } from './route-table.ts'
import { snapshot } from './snapshot.ts'

let shop: Shop
let staffed: Staffed
/** A store that no test changes. */
let unchanged: { shop: Shop; staffed: Staffed; goods: Goods; before: Awaited<ReturnType<typeof snapshot>> }

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
  const second = await openShop()
  const people = await staff(second)
  const goods = await stock(second)
  unchanged = { shop: second, staffed: people, goods, before: await snapshot(second.store.id) }
})

const isAllowed = ({ scope, role }: { scope: Scope; role: Role }) =>
  rolesByScope[scope].some((allowed) => allowed === role)

/** The lowest role that may, and the highest that may not. What a role may, every higher one may. */
const rolesAtTheLimit = (scope: Scope) => {
  const allowed = roles.filter((role) => isAllowed({ scope, role }))
  return roles.slice(Math.max(0, allowed.length - 1), allowed.length + 1)
}

const matrix = apiRoutes.flatMap((route) =>
  (isLong ? roles : rolesAtTheLimit(route.scope)).map((role) => ({ ...route, role })),
)

describe('every role on every route', () => {
  test.for(matrix.filter((cell) => isAllowed(cell) && !cell.personal))(
    '$role may: $route',
    async ({ role, route, sample, status }) => {
      const request = sample(
        isWrite(route) ? await stockFor((goods) => sample(goods, ''), shop) : unchanged.goods,
        crypto.randomUUID(),
      )
      const [clients, target] = isWrite(route) ? [staffed, shop] : [unchanged.staffed, unchanged.shop]
      const answer = await call(clients[role], route, request, inStore(target.store))
      expect(answer.status, JSON.stringify(answer.body)).toBe(status)
    },
  )

  // Uses its own shop, since a person who joins another store must then choose one in each request.
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
    const request = sample(unchanged.goods, crypto.randomUUID())
    const answer = await call(unchanged.staffed[role], route, request, inStore(unchanged.shop.store))
    expectProblem(answer, 403, 'forbidden')
    expect(await snapshot(unchanged.shop.store.id)).toEqual(unchanged.before)
  })

  test('every role may read all but managed areas, and a viewer may change nothing', () => {
    for (const { route, scope, personal } of apiRoutes) {
      // Only owners and admins may manage areas and change the public storefront.
      if (scope.endsWith(':manage') || scope === 'storefront:write')
        expect(rolesByScope[scope], route).toEqual(['owner', 'admin'])
      else if (!isWrite(route)) expect(rolesByScope[scope], route).toEqual(roles)
      // Any signed-in user may create a store and answer their own invitations.
      else if (route !== 'POST /api/stores' && !personal)
        expect(rolesByScope[scope], route).toEqual(['owner', 'admin', 'staff'])
    }
  })

  test('a demotion takes effect on the next request', async () => {
    const { id } = await shop.addCustomer()
    const clerk = await shop.hire('staff')
    expect((await clerk.patch(`/api/customers/${id}`, { notes: 'one' })).status).toBe(200)
    await shop.demote(clerk.subject, 'viewer')
    expectProblem(await clerk.patch(`/api/customers/${id}`, { notes: 'two' }), 403, 'forbidden')
    expect((await clerk.get(`/api/customers/${id}`)).body).toMatchObject({ notes: 'one' })
  })
})

describe('a caller who does not belong to the store', () => {
  test.for(apiRoutes)('gets store_not_found: $route', async ({ route, sample }) => {
    const stranger = await somebody()
    const request = sample(unchanged.goods, crypto.randomUUID())
    const answer = await call(stranger, route, request, inStore(unchanged.shop.store))
    expectProblem(answer, 404, 'store_not_found')
  })

  test.for(apiRoutes)('needs a session token: $route', async ({ route, sample }) => {
    const { path, body } = sample(unchanged.goods, crypto.randomUUID())
    const answer = await service().fetch(path, {
      method: route.slice(0, route.indexOf(' ')),
      headers: { 'Content-Type': 'application/json', ...inStore(unchanged.shop.store) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    expectProblem(answer, 401, 'unauthenticated')
    expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer realm="merchant-commerce"')
  })

  test.for(apiRoutes)('cannot use an expired token: $route', async ({ route, sample }) => {
    const expired = client(await sessionToken({ subject: unchanged.shop.owner.subject, expiresInSeconds: -3600 }))
    const answer = await call(expired, route, sample(unchanged.goods, crypto.randomUUID()))
    expectProblem(answer, 401, 'token_expired')
    expect(answer.headers.get('WWW-Authenticate')).toContain('error="invalid_token"')
  })
})
