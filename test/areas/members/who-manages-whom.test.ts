import { beforeAll, describe, expect, test } from 'vitest'
import { type Role, roles } from '../../../src/platform/db/schema/stores.ts'
import { expectProblem, openShop, type Shop } from '../../support/shop.ts'
import { newAddress, rolesOf, send } from './invitee.ts'

type Person = Awaited<ReturnType<Shop['invite']>>

let shop: Shop
let by: Record<Role, Person>
beforeAll(async () => {
  shop = await openShop()
  by = {
    owner: await shop.invite('owner'),
    admin: await shop.invite('admin'),
    staff: await shop.invite('staff'),
    viewer: await shop.invite('viewer'),
  }
})

/** Only owners manage owners; owners and admins manage everyone else. */
const may = (caller: Role, ...touched: Role[]): boolean =>
  caller === 'owner' || (caller === 'admin' && !touched.includes('owner'))

const pairs = roles.flatMap((caller) => roles.map((role) => ({ caller, role })))
const changes = pairs.flatMap((pair) => roles.filter((to) => to !== pair.role).map((to) => ({ ...pair, to })))

describe('who may invite', () => {
  test.for(pairs)('$caller: as $role', async ({ caller, role }) => {
    const answer = await by[caller].post('/api/members', { email: newAddress(), role })
    if (may(caller, role)) expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201, body: { role } })
    else expectProblem(answer, 403, 'forbidden')
  })

  test.for(pairs)('$caller: again someone invited as $role', async ({ caller, role }) => {
    const { email, id } = await send(shop, { email: newAddress(), role })
    const answer = await by[caller].post('/api/members', { email, role: 'viewer' })
    if (may(caller, role)) expect(answer).toMatchObject({ status: 201, body: { role: 'viewer' } })
    else {
      expectProblem(answer, 403, 'forbidden')
      expect(await shop.owner.get(`/api/members/${id}`)).toMatchObject({ body: { role, version: 1 } })
    }
  })
})

describe('who may change a role', () => {
  test.for(changes)('$caller: $role into $to', async ({ caller, role, to }) => {
    const colleague = await shop.invite(role)
    const answer = await by[caller].patch(`/api/members/${colleague.id}`, { role: to })
    if (may(caller, role, to)) {
      expect(answer).toMatchObject({ status: 200, body: { id: colleague.id, role: to, version: 2 } })
      expect(answer.headers.get('ETag')).toBe('"v2"')
    } else expectProblem(answer, 403, 'forbidden')
    expect((await rolesOf(shop))[colleague.id]).toBe(may(caller, role, to) ? to : role)
  })

  test.for(changes)('$caller: of an invited person, $role into $to', async ({ caller, role, to }) => {
    const { id } = await send(shop, { email: newAddress(), role })
    const answer = await by[caller].patch(`/api/members/${id}`, { role: to })
    if (may(caller, role, to)) expect(answer).toMatchObject({ status: 200, body: { role: to, status: 'invited' } })
    else expectProblem(answer, 403, 'forbidden')
    await shop.owner.delete(`/api/members/${id}`)
  })

  test('the refusal says whom to ask', async () => {
    const { detail } = expectProblem(
      await by.admin.patch(`/api/members/${by.owner.id}`, { role: 'staff' }),
      403,
      'forbidden',
    )
    expect(detail).toContain('Ask an owner')
  })
})

describe('who may remove', () => {
  test.for(pairs)('$caller: $role', async ({ caller, role }) => {
    const colleague = await shop.invite(role)
    const answer = await by[caller].delete(`/api/members/${colleague.id}`)
    if (may(caller, role)) expect(answer).toMatchObject({ status: 204, body: '' })
    else expectProblem(answer, 403, 'forbidden')
    expect((await rolesOf(shop))[colleague.id]).toBe(may(caller, role) ? undefined : role)
  })

  test.for(pairs)('$caller: an invitation as $role', async ({ caller, role }) => {
    const { id } = await send(shop, { email: newAddress(), role })
    const answer = await by[caller].delete(`/api/members/${id}`)
    if (may(caller, role)) expect(answer.status).toBe(204)
    else expectProblem(answer, 403, 'forbidden')
    await shop.owner.delete(`/api/members/${id}`)
  })

  test.for(roles)('%s: themselves', async (role) => {
    const colleague = await shop.invite(role)
    expect(await colleague.delete(`/api/members/${colleague.id}`)).toMatchObject({ status: 204, body: '' })
    expect((await rolesOf(shop))[colleague.id]).toBeUndefined()
    expect(await colleague.get('/api/me')).toMatchObject({ body: { stores: [] } })
  })
})
