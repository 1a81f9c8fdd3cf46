import { beforeEach, describe, expect, test } from 'vitest'
import { finishErasures, tracesLeft, tracesOf } from '../customers/traces.ts'
import { testIssuer } from '../../support/callers/identity.ts'
import { inboxOf, wamid, whatsAppMessage } from '../../support/inbox.ts'
import { whatsAppCall } from '../../support/meta-calls.ts'
import { onLoopback, otherSide } from '../../support/outside/outside.ts'
import { service } from '../../support/service.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { asJobs, asOwner } from '../../support/sql.ts'

// Conversations when members leave and customers are merged or anonymized.

let shop: Shop
let inbox: ReturnType<typeof inboxOf>
beforeEach(async () => {
  shop = await openShop({ through: service(undefined, onLoopback) })
  inbox = inboxOf(shop)
})

const userId = async (subject: string) =>
  String((await asOwner`select app.user_id(${testIssuer}, ${subject}) as id`)[0]?.['id'])

describe.each(['staff', 'viewer'] as const)('a member (%s)', (role) => {
  test.for(['is removed', 'leaves'])('a member who %s is unassigned from their conversations', async (how) => {
    const clerk = await shop.invite(role)
    const me = await userId(shop.owner.subject)
    const till = await inbox.addWebhook()
    for (let nth = 0; nth < 2; nth++) await till.receive({ thread_id: `T-${nth}` })
    const [first, second] = await inbox.conversations()
    for (const [one, who] of [
      [first, clerk.id],
      [second, me],
    ] as const)
      expect(await shop.owner.patch(`/api/inbox/conversations/${one?.id}`, { assignee_id: who })).toMatchObject({
        status: 200,
        body: { assignee_id: who },
      })
    const by = how === 'leaves' ? clerk : shop.owner
    expect((await by.delete(`/api/members/${clerk.id}`)).status).toBe(204)
    expect(await inbox.get(first?.id ?? '')).toMatchObject({ assignee_id: null, version: 3 })
    await asJobs`select app.run_store_job('unassign_conversations', ${shop.store.id}, 100)`
    expect(await inbox.get(first?.id ?? '')).toMatchObject({ assignee_id: null, version: 4 })
    expect(await asOwner`select 1 from conversations where assignee_id = ${clerk.id}`).toEqual([])
    expect(await inbox.get(second?.id ?? '')).toMatchObject({ assignee_id: me })
  })
})

test('merged customers share their conversations', async () => {
  const [twin, kept] = [await shop.addCustomer({ phone: '+96550000001' }), await shop.addCustomer()]
  await (await inbox.addWebhook()).receive()
  expect(await inbox.only()).toMatchObject({ customer_id: twin.id })
  const merged = await shop.owner.post('/api/customers/merge', { keep_id: kept.id, merge_ids: [twin.id] })
  expect(merged.status).toBe(200)
  expect(await inbox.only()).toMatchObject({ customer_id: kept.id })
})

describe('anonymizing a customer', () => {
  const words = ['zahra', 'quibble', '57771234', 'secret wish', 'wishing']

  test('erases what they wrote, their contact details and the replies', async () => {
    const side = otherSide(`till-${crypto.randomUUID()}`)
    const till = await inbox.addWebhook({ send_url: side.sendUrl })
    const phone = await inbox.addMeta('whatsapp')
    await phone.send(
      whatsAppMessage(phone.account, { text: { body: 'Older than Zahra’s record' } }, 'Zahra', '96557771234'),
    )
    const { id } = await shop.addCustomer({
      name: 'Zahra Quibbleworth',
      phone: '+965 5777 1234',
      email: 'zahra@quibble.test',
    })
    await till.receive({
      from: { name: 'Zahra', phone: '+965 5777 1234', email: 'zahra@quibble.test' },
      subject: 'Wishing',
      body: 'My secret wish',
    })
    const [linked, unlinked] = await inbox.conversations()
    expect([linked, unlinked]).toMatchObject([{ customer_id: id }, { customer_id: null }])
    const ofLinked = linked?.id ?? ''
    await shop.owner.patch(`/api/inbox/conversations/${ofLinked}`, { tags: ['zahra'] }, { 'Idempotency-Key': 'tag' })
    const key = { 'Idempotency-Key': 'reply' }
    const sent = await inbox.reply(ofLinked, 'Your secret wish is granted', key)
    await side.answer({ status: 503 })
    const waiting = await inbox.reply(ofLinked, 'Soon, Zahra')
    await inbox.say(ofLinked, 'A secret wish, she said', 'note')

    const before = await tracesOf(shop.store.id, words)
    for (const table of ['conversations', 'messages', 'idempotency_keys', 'customers'])
      expect(
        before.filter((trace) => trace.startsWith(`${table}:`)),
        table,
      ).not.toEqual([])
    expect((await shop.owner.post(`/api/customers/${id}/anonymize`, {})).status).toBe(200)
    expect(await tracesLeft(shop.store.id, words)).toEqual([])

    const after = await inbox.get(ofLinked)
    expect(after).toMatchObject({
      status: 'closed',
      customer_id: id,
      contact_name: null,
      contact_phone: null,
      tags: [],
    })
    expect(after.messages.map(({ type, body }) => [type, body])).toEqual(
      Array.from({ length: 4 }, () => ['deleted', '']),
    )
    expect(await inbox.message(waiting)).toMatchObject({ delivery_status: 'failed' })
    // A retry of the request does not send it again.
    expect(await inbox.reply(ofLinked, 'Your secret wish is granted', key)).toMatchObject({ id: sent.id, body: '' })
    expect(await side.calls()).toHaveLength(2)
  })

  test('starts a new conversation with a stranger when they write again', async () => {
    const till = await inbox.addWebhook()
    const { id } = await shop.addCustomer({ phone: '+96550000001' })
    await till.receive()
    const { id: before } = await inbox.only()
    await shop.owner.post(`/api/customers/${id}/anonymize`, {})
    await finishErasures(shop.store.id)
    await till.receive()
    const after = (await inbox.conversations()).filter((one) => one.id !== before)
    expect(after).toMatchObject([{ customer_id: null, contact_phone: '+965 5000 0001' }])
  })

  test('stores nothing about a reply that was being sent', async () => {
    const phone = await inbox.addMeta('whatsapp')
    const meta = otherSide(phone.access_token)
    const { id } = await shop.addCustomer({ phone: '+965 5777 1234' })
    await phone.send(whatsAppMessage(phone.account, {}, 'Zahra', '96557771234'))
    await meta.answer({ held: true, status: 200, body: { messages: [{ id: 'wamid.96557771234' }] } })
    const replying = inbox.reply((await inbox.only()).id)
    await expect.poll(() => meta.calls()).toHaveLength(1)
    expect((await shop.owner.post(`/api/customers/${id}/anonymize`, {})).status).toBe(200)
    await meta.release()
    await replying
    expect(await tracesLeft(shop.store.id, ['57771234'])).toEqual([])
  })

  test('erases their number, their user id and what they edited, also if a status of an old reply arrives later', async () => {
    const phone = await inbox.addMeta('whatsapp')
    const { id } = await shop.addCustomer({ phone: '+965 5777 1234' })
    const person = { from: '96557771234', from_user_id: 'KW.57771234' }
    const message = { id: wamid(), text: { body: 'A secret wish' } }
    await phone.send(whatsAppMessage(phone.account, { ...person, ...message }, 'Zahra', '96557771234'))
    const edit = { original_message_id: message.id, message: { type: 'text', text: { body: 'Another one' } } }
    await phone.send(whatsAppMessage(phone.account, { ...person, id: wamid(), text: undefined, type: 'edit', edit }))
    const sent = await inbox.reply((await inbox.only()).id)
    await shop.owner.post(`/api/customers/${id}/anonymize`, {})
    await finishErasures(shop.store.id)
    const status = { id: wamid(), status: 'read', timestamp: '1', biz_opaque_callback_data: sent.id }
    const recipient = { recipient_id: '96557771234', recipient_user_id: 'KW.57771234' }
    await phone.send(whatsAppCall(phone.account, { statuses: [{ ...status, ...recipient }] }))
    expect(await tracesLeft(shop.store.id, ['57771234', 'secret wish', 'Zahra'])).toEqual([])
    await phone.send(whatsAppMessage(phone.account, person, 'Zahra', '96557771234'))
    expect(await inbox.conversations()).toHaveLength(2)
  })

  test('does not change conversations of others', async () => {
    const till = await inbox.addWebhook()
    const { id } = await shop.addCustomer({ phone: '+96550000001' })
    await till.receive()
    await till.receive({ from: { name: 'Nour', phone: '+96550000002' }, body: 'Nour asks' })
    const [other] = await inbox.conversations()
    await shop.owner.post(`/api/customers/${id}/anonymize`, {})
    await finishErasures(shop.store.id)
    expect(await inbox.conversations('?status=open')).toEqual([other])
    expect((await inbox.get(other?.id ?? '')).messages).toMatchObject([{ body: 'Nour asks' }])
  })
})
