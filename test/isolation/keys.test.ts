import { beforeAll, describe, expect, test } from 'vitest'
import { grantedBy, keyScopes, type KeyScope, type Scope } from '../../src/platform/auth/tokens/scopes.ts'
import { serverOf } from '../support/callers/keys.ts'
import { database, service } from '../support/service.ts'
import { asOwner } from '../support/sql.ts'
import { type Client, client, expectProblem, inStore, openShop, type Shop } from '../support/shop.ts'
import { call, stockFor } from './goods.ts'
import { isGoodsName } from './route-facts.ts'
import { apiRoutes, isWrite, scopesOfRoutes } from './route-table.ts'
import { type TwoStores, twoStores } from './two-stores.ts'

/** By rule, not by the table that the service has: a scope itself, or writing in the same area for what needs reading. */
const scopesFor = (scope: Scope): readonly KeyScope[] =>
  keyScopes.filter((one) => [scope, scope.replace(/:read$/, ':write')].includes(one) || scope === 'stores:read')

const isForPeople = ({ scope }: { scope: Scope }) => scopesFor(scope).length === 0
const forKeys = apiRoutes.filter((route) => !isForPeople(route))

test('the rows know what the routes let an API key do', () => {
  for (const { route, scope } of apiRoutes)
    expect(grantedBy(scope), route).toEqual(scopesFor(scopesOfRoutes.get(route) ?? 'account'))
})

describe('an API key with the one scope that a route needs', () => {
  const needed = forKeys.flatMap((row) => [...new Set(scopesFor(row.scope))].map((granted) => ({ ...row, granted })))
  // Any scope will do to read the store, so one is enough to test.
  const cases = needed.filter(({ scope, granted }) => scope !== 'stores:read' || granted === 'crm:read')

  let shop: Shop
  const servers = new Map<Scope, Client>()
  beforeAll(async () => {
    shop = await openShop()
    for (const granted of keyScopes) servers.set(granted, await serverOf(shop, { scopes: [granted] }))
  })

  test.for(cases)(
    'may, with $granted and in one round trip: $route',
    async ({ route, sample, status, granted, trips = 1, tripsAfter = 0 }) => {
      const goods = await stockFor((names) => sample(names, ''), shop)
      const tag = `keys-${crypto.randomUUID()}`
      const server = client(servers.get(granted)?.token ?? '', service(tag))
      const answer = await call(server, route, sample(goods, crypto.randomUUID()))
      expect(answer.status, JSON.stringify(answer.body)).toBe(status)
      expect((await database(tag).seen()).requests).toBe(trips + tripsAfter)
    },
  )
})

describe('an API key of one store', () => {
  let two: TwoStores
  let everything: Client
  const servers = new Map<Scope, Client>()
  beforeAll(async () => {
    two = await twoStores({ through: service(), sql: asOwner })
    everything = await serverOf(two.mine)
    for (const scope of new Set(forKeys.map((row) => row.scope))) {
      const others = keyScopes.filter((one) => !scopesFor(scope).includes(one))
      if (others.length > 0) servers.set(scope, await serverOf(two.mine, { scopes: others }))
    }
  })

  const withScopes = forKeys.filter(({ scope }) => scope !== 'stores:read')
  test.for(withScopes)('with every scope but those for $route may not do it', async (row) => {
    await two.expectTheirsUnchanged(async () => {
      const problem = expectProblem(await two.request(row, {}, {}, servers.get(row.scope)), 403, 'insufficient_scope')
      expect(problem['scopes']).toEqual(scopesFor(row.scope))
      for (const scope of scopesFor(row.scope)) expect(problem.detail).toContain(scope)
    })
  })

  test.for(apiRoutes.filter(isForPeople))('with every scope may not do what needs a person: $route', async (row) => {
    const answer = await two.request(row, {}, {}, everything)
    expect(expectProblem(answer, 403, 'session_required').detail).toContain('signed-in person')
  })

  test.for(apiRoutes)('may not choose another store: $route', async (row) => {
    await two.expectTheirsUnchanged(async () => {
      const got = await two.request(row, {}, inStore(two.theirs.store), everything)
      two.expectNothingOfTheirs(got)
      expectProblem(got, 404, 'store_not_found')
    })
  })

  const named = forKeys.filter(({ names }) => Object.keys(names).length > 0)
  test.for(named)('does not find what another store has: $route', async (row) => {
    for (const [name, answer] of Object.entries(row.names)) {
      const theirs = two.pickTheirs([name].filter(isGoodsName))
      await two.expectTheirsUnchanged(async () => {
        const got = await two.request(row, theirs, {}, everything)
        two.expectNothingOfTheirs(got, Object.values(theirs))
        const { status, code } = answer
        expect(got, JSON.stringify(got.body)).toMatchObject({ status, ...(code !== undefined && { body: { code } }) })
      })
    }
  })

  test.for(forKeys.filter(({ route }) => !isWrite(route)))('reads only its own store: $route', async (row) => {
    for (const headers of [{}, inStore(two.mine.store)]) {
      const got = await two.request(row, {}, headers, everything)
      expect(got.status, JSON.stringify(got.body)).toBe(row.status)
      two.expectNothingOfTheirs(got)
    }
  })
})
