import { describe, expect, test } from 'vitest'
import { listInvitations } from '../../../src/areas/invitations/list-invitations.ts'
import { listMembers } from '../../../src/areas/members/list-members.ts'
import { createToken } from '../../../src/areas/mcp-tokens/create-token.ts'
import { listOrderEvents } from '../../../src/areas/orders/list-order-events.ts'
import { getMe } from '../../../src/areas/stores/get-me.ts'
import { Store } from '../../../src/areas/stores/store.ts'
import { sessionToken } from '../../support/callers/identity.ts'
import { inboxOf } from '../../support/inbox.ts'
import { client, expectBody, inStore, openShop, type Shop, somebody } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { newAddress, send } from './invitee.ts'

type Somebody = Awaited<ReturnType<typeof somebody>>

/** The same person, with a session token that states this name. */
const named = async ({ subject, email }: Pick<Somebody, 'subject' | 'email'>, name: unknown) =>
  client(await sessionToken({ subject, email, claims: { name } }))

const meOf = async (person: Pick<Somebody, 'get'>) => expectBody(await person.get('/api/me'), 200, getMe.output)

async function membersOf({ owner, store }: Shop) {
  const listed = await owner.get('/api/members', inStore(store))
  return expectBody(listed, 200, listMembers.output).data
}

const memberOf = async (shop: Shop, email: string) => (await membersOf(shop)).find((member) => member.email === email)

describe('members have names', () => {
  test('from the identity provider, and from the first request on', async () => {
    const person = await somebody()
    const layla = await named(person, 'Layla Haddad')
    const store = expectBody(await layla.post('/api/stores', { name: 'Layla', currency: 'USD' }), 201, Store)
    const rows = await asOwner`select name, version from store_members where store_id = ${store.id}`
    expect(rows).toEqual([{ name: 'Layla Haddad', version: 1 }])
    expect(await meOf(layla)).toMatchObject({ name: 'Layla Haddad' })
  })

  test('from their email address while the provider states none', async () => {
    const shop = await openShop()
    expect(await memberOf(shop, shop.owner.email)).toMatchObject({ name: shop.owner.subject.toLowerCase() })
    expect(await meOf(shop.owner)).toMatchObject({ name: shop.owner.subject.toLowerCase() })
  })

  test('that follow the provider, in every store, with a single write', async () => {
    const [shop, other] = [await openShop(), await openShop()]
    const clerk = await shop.hire('staff')
    await other.join(clerk.subject, 'viewer')
    await (await named(clerk, 'Sara Nasser')).get('/api/orders')
    for (const { store } of [shop, other])
      expect(
        await asOwner`select name from store_members where store_id = ${store.id} and subject = ${clerk.subject}`,
      ).toEqual([{ name: 'Sara Nasser' }])
    expect(await memberOf(shop, clerk.email)).toMatchObject({ name: 'Sara Nasser', version: 1 })

    const married = await named(clerk, 'Sara Khoury')
    await married.get('/api/orders')
    // Others who read the member before can still change them: the version is the same.
    expect(await memberOf(shop, clerk.email)).toMatchObject({ name: 'Sara Khoury', version: 1 })
    const written = () => asOwner`select xmin::text from store_members where subject = ${clerk.subject}`
    const before = await written()
    await married.get('/api/orders')
    await married.post('/api/customers', { name: 'Amal' }, inStore(shop.store))
    expect(await written()).toEqual(before)
  })

  test('that a token without a name does not take away', async () => {
    const shop = await openShop()
    const clerk = await shop.hire('staff')
    await (await named(clerk, 'Sara Nasser')).get('/api/orders')
    await clerk.get('/api/orders')
    await (await named(clerk, ' ')).get('/api/orders')
    await (await named(clerk, 7)).get('/api/orders')
    expect(await memberOf(shop, clerk.email)).toMatchObject({ name: 'Sara Nasser', version: 1 })
    expect(await meOf(clerk)).toMatchObject({ name: 'Sara Nasser' })
  })

  test('also when a request that changes them is under way', async () => {
    const shop = await openShop()
    const clerk = await shop.hire('staff')
    const renamed = await named(clerk, 'Sara Nasser')
    const changes = ['viewer', 'staff', 'viewer', 'staff'] as const
    const id = (await memberOf(shop, clerk.email))?.id ?? ''
    const here = inStore(shop.store)
    const answers = await Promise.all(
      changes.flatMap((role) => [
        shop.owner.patch(`/api/members/${id}`, { role }, here),
        renamed.get('/api/orders', here),
      ]),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    await renamed.get('/api/orders', here)
    expect(await memberOf(shop, clerk.email)).toMatchObject({ name: 'Sara Nasser' })
  })
})

test('an invited person sees who invited them, and brings their name along', async () => {
  const shop = await openShop()
  const boss = await named(shop.owner, 'Omar Said')
  const guest = await somebody()
  const invited = await send(shop, { email: guest.email, role: 'staff' })
  await boss.get('/api/me')
  const newcomer = await named(guest, 'Nour Aziz')
  const { id } = await meOf(boss)
  const [invitation] = expectBody(await newcomer.get('/api/invitations'), 200, listInvitations.output).data
  const inviter = { id, name: 'Omar Said', email: shop.owner.email }
  expect(invitation).toMatchObject({ id: invited.id, invited_by: inviter })
  expect((await memberOf(shop, guest.email))?.invited_by).toEqual({ ...inviter, may_invite: true })
  await newcomer.post(`/api/invitations/${invited.id}/accept`, {})
  expect(await memberOf(shop, guest.email)).toMatchObject({ name: 'Nour Aziz', version: 1 })
})

describe('what a former member did', () => {
  async function openWithFormerMember() {
    const shop = await openShop()
    const here = inStore(shop.store)
    const { id, email, subject } = await shop.invite('admin')
    const clerk = await named({ subject, email }, 'Sara Nasser')
    const order = await shop.addOrder()
    await clerk.post(`/api/orders/${order.id}/notes`, { body: 'Call first' }, here)
    const made = await clerk.post('/api/mcp/tokens', { name: 'Claude', scopes: ['orders:read'] }, here)
    const token = expectBody(made, 201, createToken.output)
    expect(token.created_by).toEqual({ id, name: 'Sara Nasser', email, may_manage: true })
    const inbox = inboxOf(shop)
    await (await inbox.addWebhook()).receive({ body: 'Hello' })
    const conversation = await inbox.only()
    const path = `/api/inbox/conversations/${conversation.id}`
    await clerk.post(`${path}/messages`, { kind: 'note', body: 'Ask Nour' }, here)
    const assigned = await clerk.patch(path, { assignee_id: id }, here)
    expect(assigned.body).toMatchObject({ assignee_id: id, assignee: { id, name: 'Sara Nasser' } })
    const invited = await clerk.post('/api/members', { email: newAddress(), role: 'staff' }, here)
    expect(invited.body).toMatchObject({ name: expect.any(String), invited_by: { id, name: 'Sara Nasser' } })
    const removed = await shop.owner.delete(`/api/members/${id}`, here)
    expect(removed.status, JSON.stringify(removed.body)).toBe(204)
    return { shop, here, id, email, clerk, order, token, inbox, conversation }
  }

  test('still shows their name, and no longer their email address', async () => {
    const { shop, here, id, order, token, inbox, conversation } = await openWithFormerMember()
    const person = { id, name: 'Sara Nasser' }
    const listed = await shop.owner.get(`/api/orders/${order.id}/events`)
    const [note] = expectBody(listed, 200, listOrderEvents.output).data
    expect(note).toMatchObject({ type: 'order.noted', actor: { kind: 'user', ...person } })
    const found = await inbox.get(conversation.id)
    expect(found).toMatchObject({
      assignee_id: null,
      assignee: null,
      messages: [{ author_id: id, author: person }, {}],
    })
    expect(found.messages[1]).toMatchObject({ author_id: null, author: null })
    const tokens = await shop.owner.get('/api/mcp/tokens', here)
    expect(tokens.body).toMatchObject({
      data: [{ id: token.id, created_by: { ...person, email: null, may_manage: false } }],
    })
    const invitation = (await membersOf(shop)).find(({ status }) => status === 'invited')
    expect(invitation?.invited_by).toEqual({ ...person, email: null, may_invite: false })
  })

  test('shows their present name once they are back', async () => {
    const { shop, email, clerk, order } = await openWithFormerMember()
    const invited = await send(shop, { email, role: 'staff' })
    expect((await clerk.post(`/api/invitations/${invited.id}/accept`, {})).status).toBe(200)
    expect(await asOwner`select from former_members where store_id = ${shop.store.id}`).toEqual([])
    const listed = await shop.owner.get(`/api/orders/${order.id}/events`)
    expect(expectBody(listed, 200, listOrderEvents.output).data[0]).toMatchObject({ actor: { name: 'Sara Nasser' } })
  })
})
