import { beforeAll, describe, expect, test } from 'vitest'
import { grantedBy, type KeyScope, keyScopes } from '../../../src/platform/auth/tokens/scopes.ts'
import { type EventArea, eventAreas, eventCatalogue } from '../../../src/areas/events/event-catalogue.ts'
import { serverOf } from '../../support/callers/keys.ts'
import { asOwner } from '../../support/sql.ts'
import { expectProblem, inStore, openShop, type Shop } from '../../support/shop.ts'
import { readToEnd } from '../feed/feed.ts'

// One type of every area, whose data may be empty.
const types = {
  orders: 'order.confirmed',
  catalog: 'product.archived',
  customers: 'customer.anonymized',
  inbox: 'channel.removed',
  storefront: 'page.deleted',
  store: 'store.created',
  access: 'member.left',
} as const satisfies Record<EventArea, string>

const areas = Object.keys(eventAreas).filter((area): area is EventArea => area in eventAreas)
const typesIn = (seen: readonly EventArea[]) => seen.map((area) => types[area]).toSorted()

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await asOwner`insert into events (store_id, type, subject_id, actor_kind, data)
    select ${shop.store.id}, type, ${shop.store.id}, 'system', '{"role": "staff"}'::jsonb - (case type when 'member.left' then '' else 'role' end)
      from unnest(${Object.values(types)}::text[]) as type where type <> 'store.created'`
})

const query = {
  types: Object.values(types)
    .map((type) => `${type.split('.')[0]}.*`)
    .join(),
}
const seenBy = async (reader: Parameters<typeof readToEnd>[0]) =>
  (await readToEnd(reader, query)).events.flatMap(({ type }) => (type === 'api_key.minted' ? [] : [type])).toSorted()

test('the types that stand for their areas are of these areas', () => {
  for (const area of areas) expect(eventCatalogue[types[area]].area).toBe(area)
})

test('owners and admins see every event', async () => {
  expect(await seenBy(shop.owner)).toEqual(typesIn(areas))
  expect(await seenBy(await shop.hire('admin'))).toEqual(typesIn(areas))
})

test.for(['staff', 'viewer'] as const)('%s see all but members, tokens, keys and connections', async (role) => {
  const colleague = await shop.hire(role)
  expect(await seenBy(colleague)).toEqual(typesIn(areas.filter((area) => area !== 'access')))
  const problem = expectProblem(await colleague.get('/api/events?types=order.*,member.left'), 403, 'forbidden')
  expect(problem).toMatchObject({ detail: 'Only owners and admins can see member.left, in person.' })
})

test('somebody sees members only where they are an owner or admin', async () => {
  const second = await openShop()
  await second.join(shop.owner.subject, 'viewer')
  await asOwner`insert into events (store_id, type, subject_id, actor_kind, data)
    values (${second.store.id}, 'member.left', ${second.store.id}, 'system', '{"role": "staff"}')`
  const { events } = await readToEnd(shop.owner, { types: 'member.left' })
  expect(events.map(({ store_id }) => store_id)).toEqual([shop.store.id])
  expectProblem(await shop.owner.get('/api/events?types=member.left', inStore(second.store)), 403, 'forbidden')
})

describe('an API key that may follow events', () => {
  test('sees only those of its store', async () => {
    const server = await serverOf(shop)
    expect(await seenBy(server)).toEqual(typesIn(areas.filter((area) => area !== 'access')))
    expect(await seenBy(await serverOf(await openShop()))).toEqual(['store.created'])
  })

  const scopes = keyScopes.filter((scope) => scope !== 'events:read')
  test.for(scopes)('and has %s sees the areas that it may read', async (scope: KeyScope) => {
    const server = await serverOf(shop, { scopes: ['events:read', scope] })
    const visible = areas.filter((area) => grantedBy(eventAreas[area]).includes(scope))
    expect(await seenBy(server)).toEqual(typesIn(visible))
    const hidden = areas.find((area) => area !== 'access' && !visible.includes(area)) ?? 'orders'
    const problem = expectProblem(
      await server.get(`/api/events?types=store.*,${types[hidden]}`),
      403,
      'insufficient_scope',
    )
    expect(problem['scopes']).toEqual(grantedBy(eventAreas[hidden]))
    expect(problem.detail).toContain(types[hidden])
  })

  test('never sees members, tokens, keys and connections', async () => {
    const server = await serverOf(shop)
    const problem = expectProblem(await server.get('/api/events?types=member.left'), 403, 'insufficient_scope')
    expect(problem).toMatchObject({ scopes: [], detail: 'Only owners and admins can see member.left, in person.' })
  })
})

test('the database refuses a type that the catalogue does not have', async () => {
  await expect(
    asOwner`insert into events (store_id, type, subject_id, actor_kind) values (${shop.store.id}, 'order.payed', ${shop.store.id}, 'system')`,
  ).rejects.toThrow('events_type')
})
