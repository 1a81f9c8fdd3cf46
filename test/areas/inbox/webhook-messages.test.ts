import { beforeEach, describe, expect, test } from 'vitest'
import { inboxOf, post, wamid, webhookHeaders, whatsAppMessage } from '../../support/inbox.ts'
import { whatsAppCall } from '../../support/meta-calls.ts'
import { expectProblem, openShop, pointersOf } from '../../support/shop.ts'
import { database, service } from '../../support/service.ts'
import { asOwner } from '../../support/sql.ts'

let inbox: ReturnType<typeof inboxOf>
let till: Awaited<ReturnType<typeof inbox.addWebhook>>
beforeEach(async () => {
  inbox = inboxOf(await openShop())
  till = await inbox.addWebhook()
})

describe('a message from a merchant’s own system', () => {
  test('is stored with all of its fields', async () => {
    const answer = await till.receive({
      message_id: 'A-1',
      thread_id: 'T-1',
      from: { name: 'أمل', phone: '٠٠٩٦٥ 5000 0001', email: 'amal@kuwait.test' },
      subject: 'Order 1001',
      body: '  When will it arrive?  ',
      attachments: [{ type: 'image', url: 'https://cdn.shop.kw/1.jpg', name: 'box.jpg', mime_type: 'image/jpeg' }],
      sent_at: '2026-11-20T08:00:00+03:00',
    })
    expect(answer).toMatchObject({ status: 200, body: { received: 1 } })
    expect(await inbox.only()).toMatchObject({
      channel_kind: 'webhook',
      subject: 'Order 1001',
      contact_name: 'أمل',
      contact_phone: '٠٠٩٦٥ 5000 0001',
      contact_email: 'amal@kuwait.test',
      reply_window_ends_at: null,
      last_message_at: '2026-11-20T05:00:00.000Z',
      messages: [{ body: 'When will it arrive?', attachments: [{ type: 'image', name: 'box.jpg' }] }],
    })
    expect(await asOwner`select contact_phone_e164 as e164 from conversations where channel_id = ${till.id}`).toEqual([
      { e164: '+96550000001' },
    ])
  })

  test('belongs to its thread_id, or else to its sender’s conversation', async () => {
    const by = (from: object, thread_id?: string) => till.receive({ from, thread_id })
    await by({ phone: '+965 5000 0001' })
    await by({ phone: '0096550000001', email: 'amal@kuwait.test' })
    expect(await inbox.only()).toMatchObject({ unread_count: 2, contact_email: 'amal@kuwait.test' })
    await by({ phone: '+96550000001' }, 'T-1')
    await by({ email: 'amal@kuwait.test' }, 'T-1')
    await by({ email: 'Amal@Kuwait.test' })
    await by({ email: 'amal@kuwait.test' })
    expect((await inbox.conversations()).map(({ unread_count }) => unread_count)).toEqual([2, 2, 2])
  })

  test('with a time in the future counts as sent now', async () => {
    await till.receive({ sent_at: new Date(Date.now() + 86_400_000).toISOString() })
    expect(Date.parse((await inbox.only()).last_message_at)).toBeLessThanOrEqual(Date.now())
  })

  test("with a date counts as sent when that day began in the store's time zone", async () => {
    const shop = await openShop()
    await shop.owner.patch(`/api/stores/${shop.store.id}`, { timezone: 'America/New_York' })
    const own = inboxOf(shop)
    await (await own.addWebhook()).receive({ sent_at: '2026-05-05' })
    expect((await own.only()).last_message_at).toBe('2026-05-05T04:00:00.000Z')
  })

  test('with invalid fields is rejected, with every problem', async () => {
    const problem = expectProblem(
      await till.receive({
        from: { phon: '1', email: 'no address' },
        body: 5,
        attachments: [{ type: 'image', url: 'http://x.y/z' }],
        colour: 1,
      }),
      422,
      'invalid_input',
    )
    expect(pointersOf(problem).toSorted()).toEqual([
      '/attachments/0/url',
      '/body',
      '/colour',
      '/from/email',
      '/from/phon',
    ])
    expect(pointersOf(expectProblem(await till.receive({ from: {} }), 422, 'invalid_input'))).toEqual(['/thread_id'])
    expect(await inbox.conversations()).toEqual([])
  })

  test.for([
    '',
    '{',
    '"text"',
    '[]',
    'null',
    '{"body":"a\\u0000","from":{"phone":"1"}}',
    '{"body":"\\ud800","from":{"phone":"1"}}',
  ])('is refused where it is no JSON that can be kept: %s', async (body) => {
    const answer = await post(service(), till.id, body, await webhookHeaders({ secret: till.secret, body }))
    expect([400, 422], JSON.stringify(answer)).toContain(answer.status)
  })
})

describe('the same message', () => {
  const messages = () =>
    asOwner`select provider_message_id as id from messages where channel_id = ${till.id} order by 1`

  test('is stored once, even if every delivery has its own id', async () => {
    for (let i = 0; i < 3; i++) expect((await till.receive({ message_id: 'A-1' })).status).toBe(200)
    expect(await messages()).toEqual([{ id: 'A-1' }])
    expect(await inbox.only()).toMatchObject({ unread_count: 1 })
  })

  test('is stored once, even if it arrives many times at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, nth) => till.receive({ message_id: `A-${nth % 4}` })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(await messages()).toEqual(['A-0', 'A-1', 'A-2', 'A-3'].map((id) => ({ id })))
    expect(await inbox.only()).toMatchObject({ unread_count: 4, version: 5 })
  })

  test('is stored once, even if the response of the database is lost', async () => {
    const tag = `lost-${crypto.randomUUID()}`
    const body = JSON.stringify({ from: { phone: '+96550000001' }, body: 'Hello' })
    const headers = await webhookHeaders({ secret: till.secret, body })
    await database(tag).disturb({ lose_reply_after_commit: 1, times: 3 })
    expect((await post(service(tag), till.id, body, headers)).status).toBe(200)
    expect(await messages()).toHaveLength(1)
    expect(await inbox.only()).toMatchObject({ unread_count: 1 })
  })

  test('gets 503 while the database is down, so that it is sent again', async () => {
    const tag = `down-${crypto.randomUUID()}`
    const body = JSON.stringify({ from: { phone: '+96550000001' }, body: 'Hello' })
    const headers = await webhookHeaders({ secret: till.secret, body })
    await database(tag).disturb({ down: true })
    expectProblem(await post(service(tag), till.id, body, headers), 503, 'database_unavailable')
    await database(tag).reset()
    expect((await post(service(tag), till.id, body, headers)).status).toBe(200)
    expect(await messages()).toHaveLength(1)
  })

  test('is stored twice on two channels or in two stores', async () => {
    const other = await inbox.addWebhook()
    const elsewhere = await inboxOf(await openShop()).addWebhook()
    for (const { receive } of [till, other, elsewhere]) await receive({ message_id: 'A-1' })
    expect(
      await asOwner`select 1 from messages where channel_id in (${till.id}, ${other.id}, ${elsewhere.id})`,
    ).toHaveLength(3)
  })
})

test('requests with the same senders in a different order do not deadlock', async () => {
  const { account, send, id } = await inbox.addMeta('whatsapp')
  const people = Array.from({ length: 12 }, (_, nth) => `965500010${String(nth).padStart(2, '0')}`)
  const call = (order: readonly string[]) =>
    send(
      whatsAppCall(account, {
        messages: order.map((from) => ({
          from,
          id: wamid(),
          timestamp: '1749416383',
          type: 'text',
          text: { body: 'Hello' },
        })),
      }),
    )
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, nth) => call(nth % 2 ? people : people.toReversed())),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(await asOwner`select unread_count as n from conversations where channel_id = ${id}`).toEqual(
    Array.from({ length: 12 }, () => ({ n: 10 })),
  )
})

test('a request costs two round trips, however many messages it has', async () => {
  const tag = `hook-${crypto.randomUUID()}`
  const body = JSON.stringify({ from: { phone: '+96550000001' }, body: 'Hello' })
  const headers = await webhookHeaders({ secret: till.secret, body })
  expect((await post(service(tag), till.id, body, headers)).status).toBe(200)
  expect(await database(tag).seen()).toMatchObject({ requests: 2 })
})

test('a customer is found by their phone number on WhatsApp', async () => {
  const shop = await openShop()
  const customer = await shop.addCustomer({ name: 'Amal', phone: '+965 5000 0001' })
  const { account, send } = await inboxOf(shop).addMeta('whatsapp')
  await send(whatsAppMessage(account))
  expect(await inboxOf(shop).only()).toMatchObject({ customer_id: customer.id })
  expect(await inboxOf(shop).conversations(`?customer_id=${customer.id}`)).toHaveLength(1)
})

test('a sender who becomes a customer later is linked with their next message', async () => {
  const shop = await openShop()
  const { receive } = await inboxOf(shop).addWebhook()
  await receive()
  const { id } = await shop.addCustomer({ name: 'Amal', phone: '+965 5000 0001' })
  expect(await inboxOf(shop).only()).toMatchObject({ customer_id: null })
  await receive()
  expect(await inboxOf(shop).only()).toMatchObject({ customer_id: id })
})
