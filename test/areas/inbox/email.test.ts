import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { inboxOf, post, webhookHeaders } from '../../support/inbox.ts'
import { onLoopback, otherSide } from '../../support/outside/outside.ts'
import { service } from '../../support/service.ts'
import { expectProblem, openShop, pointersOf, type Shop } from '../../support/shop.ts'
import { testIssuer } from '../../support/callers/identity.ts'
import { asApp, asOwner } from '../../support/sql.ts'

let shop: Shop
let inbox: ReturnType<typeof inboxOf>
let mail: ReturnType<typeof otherSide>
beforeEach(async () => {
  shop = await openShop({ through: service(undefined, onLoopback) })
  inbox = inboxOf(shop)
  mail = otherSide(`mail-${crypto.randomUUID()}`)
})

const address = 'help@shop.kw'

async function openMail(fields: Record<string, unknown> = { send_url: mail.sendUrl, from_name: 'The shop' }) {
  const channel = await inbox.addChannel({ kind: 'email', account_id: address, ...fields })
  const secret = channel.secret ?? ''
  const receive = async (email: Record<string, unknown>) => {
    const body = JSON.stringify({
      from: 'amal@kuwait.test',
      to: address,
      text: 'Hello',
      message_id: `<${crypto.randomUUID()}@kuwait.test>`,
      ...email,
    })
    return post(shop.through, channel.id, body, await webhookHeaders({ secret, body }))
  }
  return { ...channel, secret, receive }
}

/** Verifies a reply as its receiver would, written from the specification. */
async function verify({ headers, raw }: { headers: Record<string, unknown>; raw: string }, secret: string) {
  const {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signature,
  } = z
    .looseObject({ 'webhook-id': z.string(), 'webhook-timestamp': z.string(), 'webhook-signature': z.string() })
    .parse(headers)
  expect(await webhookHeaders({ secret, id, timestamp, body: raw })).toMatchObject({ 'webhook-signature': signature })
  expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60)
  return id
}

describe('e-mail', () => {
  test('of one thread belongs to one conversation', async () => {
    const { receive } = await openMail()
    await receive({
      from: { name: 'Amal', address: 'Amal@Kuwait.test' },
      subject: 'Where is\r\n my order?',
      text: 'It is late.',
      message_id: '<1@kuwait.test>',
    })
    await receive({ message_id: '<2@kuwait.test>', in_reply_to: '<1@kuwait.test>', references: ['<1@kuwait.test>'] })
    // This mail program refers only to the first message of the thread, which was sent elsewhere.
    await receive({ message_id: '<3@kuwait.test>', in_reply_to: '<2@kuwait.test>' })
    await receive({ message_id: '<4@kuwait.test>', references: ['<0@kuwait.test>', '<2@kuwait.test>'] })
    expect(await inbox.only()).toMatchObject({
      channel_kind: 'email',
      subject: 'Where is my order?',
      contact_name: 'Amal',
      contact_email: 'Amal@Kuwait.test',
      unread_count: 4,
    })
    await receive({ message_id: '<5@kuwait.test>', subject: 'Another matter' })
    expect(await inbox.conversations()).toHaveLength(2)
  })

  test('of a thread that began before the channel existed belongs to one conversation', async () => {
    const { receive } = await openMail()
    await receive({
      message_id: '<8@kuwait.test>',
      in_reply_to: '<7@kuwait.test>',
      references: ['<6@kuwait.test>', '<7@kuwait.test>'],
    })
    await receive({ message_id: '<9@kuwait.test>', references: ['<6@kuwait.test>'] })
    expect(await inbox.only()).toMatchObject({ unread_count: 2 })
  })

  test('is answered from the store’s address, in the thread, and signed', async () => {
    const { receive, secret } = await openMail()
    await receive({
      from: { name: 'Amal', address: 'amal@kuwait.test' },
      subject: 'Order',
      message_id: '<1@kuwait.test>',
    })
    const { id } = await inbox.only()
    const sent = await inbox.reply(id, 'It is on its way.')
    const [call] = await mail.calls()
    expect(call?.body).toEqual({
      type: 'email.send',
      timestamp: expect.any(String),
      data: {
        id: sent.id,
        message_id: `<${sent.id}@shop.kw>`,
        from: { address, name: 'The shop' },
        to: { address: 'amal@kuwait.test', name: 'Amal' },
        subject: 'Re: Order',
        text: 'It is on its way.',
        in_reply_to: '<1@kuwait.test>',
      },
    })
    if (!call) throw new Error('nothing was posted')
    expect(await verify(call, secret)).toBe(sent.id)
    expect(await inbox.message(sent)).toMatchObject({ delivery_status: 'sent' })

    await receive({ from: 'AMAL@kuwait.test', message_id: '<2@kuwait.test>', in_reply_to: `<${sent.id}@shop.kw>` })
    expect(await inbox.only()).toMatchObject({ id, unread_count: 1, contact_email: 'amal@kuwait.test' })
  })

  test('from another address starts its own conversation, whichever messages it refers to', async () => {
    const { receive } = await openMail()
    await receive({ subject: 'Order', message_id: '<1@kuwait.test>' })
    const { id } = await inbox.only()
    const sent = await inbox.reply(id, 'It is on its way.')
    const mallory = { from: 'mallory@evil.test', subject: 'Re: Order' }
    await receive({ ...mallory, in_reply_to: `<${sent.id}@shop.kw>`, references: ['<1@kuwait.test>'] })
    await receive({ ...mallory, in_reply_to: '<1@kuwait.test>' })
    expect(await inbox.get(id)).toMatchObject({ unread_count: 0, contact_email: 'amal@kuwait.test' })
    const others = (await inbox.conversations()).filter((one) => one.id !== id)
    expect(others).toMatchObject([{ contact_email: 'mallory@evil.test', unread_count: 2 }])
    // Her conversation continues.
    await receive({ in_reply_to: `<${sent.id}@shop.kw>`, references: ['<1@kuwait.test>'] })
    expect(await inbox.get(id)).toMatchObject({ unread_count: 1 })
  })

  test('never passes on a name or subject with line breaks', async () => {
    const { receive } = await openMail()
    await receive({ from: { name: 'Amal\r\nBcc: all@evil.test', address: 'amal@kuwait.test' }, subject: 'Order' })
    const { id } = await inbox.only()
    await inbox.reply(id)
    await asOwner`update conversations set contact_name = E'Amal\r\nBcc: b', subject = E'Order\nX' where id = ${id}`
    await inbox.reply(id)
    expect(await mail.calls()).toMatchObject([
      { body: { data: { to: { name: 'Amal Bcc: all@evil.test' } } } },
      { body: { data: { to: { name: 'Amal Bcc: b' }, subject: 'Re: Order X' } } },
    ])
  })

  test('joins the thread by the id that the mail service gave the reply', async () => {
    const { receive } = await openMail()
    await receive({ subject: 'Order' })
    const { id } = await inbox.only()
    await mail.answer({ status: 200, body: { message_id: '<given@mail.service>' } })
    await inbox.reply(id)
    await receive({ in_reply_to: '<given@mail.service>' })
    expect(await inbox.only()).toMatchObject({ id, unread_count: 1 })
  })

  test('very long message ids are told apart', async () => {
    const { receive } = await openMail()
    const long = `<${'x'.repeat(900)}`
    for (const end of ['1@a>', '2@a>', '1@a>']) await receive({ message_id: long + end })
    await receive({ in_reply_to: `${long}2@a>` })
    expect((await inbox.conversations()).map(({ unread_count }) => unread_count)).toEqual([2, 1])
  })

  test('with invalid fields is rejected', async () => {
    const { receive } = await openMail()
    const refused = expectProblem(
      await receive({ from: 'Amal', message_id: '', html: '<p>', references: 'x' }),
      422,
      'invalid_input',
    )
    expect(pointersOf(refused).toSorted()).toEqual(['/from', '/html', '/message_id', '/references'])
  })
})

describe('a contact form', () => {
  /** Stores a contact form message as the storefront does. */
  async function fillIn(message: object) {
    const sql = asApp
    await sql.transaction([
      sql`select app.enter_member(${testIssuer}, ${shop.owner.subject}, ${shop.store.id}, '{owner}'::text[], null, null)`,
      sql`select app.begin_write(${shop.store.id}, 'test', ${crypto.randomUUID()}, '')`,
      sql`select app.receive_message(app.web_form_channel(), ${JSON.stringify(message)}::jsonb)`,
    ])
    return (await inbox.conversations())[0]?.id ?? ''
  }
  const reason = async (id: string) => expectProblem(await inbox.say(id, 'Hello'), 422, 'cannot_reply')['reason']
  const amal = { sender_name: 'Amal', sender_email: 'amal@kuwait.test', body: 'Do you deliver?' }

  test('is answered by e-mail, and the conversation continues there', async () => {
    const id = await fillIn(amal)
    const { receive, id: channel_id } = await openMail()
    const sent = await inbox.reply(id, 'Yes')
    expect(sent).toMatchObject({ channel_id })
    expect(await mail.calls()).toMatchObject([
      {
        body: {
          data: {
            to: { address: 'amal@kuwait.test', name: 'Amal' },
            subject: 'Your message',
            text: 'Yes',
            in_reply_to: null,
          },
        },
      },
    ])
    await receive({ in_reply_to: `<${sent.id}@shop.kw>`, text: 'Thank you' })
    expect(await inbox.only()).toMatchObject({
      id,
      channel_kind: 'web_form',
      unread_count: 1,
      messages: [{ body: 'Thank you' }, { body: 'Yes' }, {}],
    })
  })

  test('cannot be answered without an e-mail channel with a send_url, or an address; the error says which', async () => {
    const id = await fillIn(amal)
    expect(await reason(id)).toBe('no_email_channel')
    await openMail({})
    expect(await reason(id)).toBe('no_email_channel')
    expect(await reason(await fillIn({ sender_phone: '+96550000001', body: 'Call me' }))).toBe('no_email_address')
    expect((await inbox.say(id, 'Called her', 'note')).status).toBe(201)
  })
})

describe('a merchant’s own system', () => {
  test('gets signed replies with everything needed to deliver them', async () => {
    const till = await inbox.addWebhook({ send_url: mail.sendUrl })
    await till.receive({ thread_id: 'T-1', from: { name: 'Amal', phone: '+965 5000 0001', email: 'amal@kuwait.test' } })
    const { id } = await inbox.only()
    const sent = await inbox.reply(id, 'Yes')
    const [call] = await mail.calls()
    expect(call).toMatchObject({
      body: {
        type: 'message.send',
        data: {
          id: sent.id,
          conversation_id: id,
          thread_id: 'T-1',
          to: { name: 'Amal', phone: '+96550000001', email: 'amal@kuwait.test' },
          body: 'Yes',
          sent_at: sent.sent_at,
        },
      },
    })
    if (!call) throw new Error('nothing was posted')
    await verify(call, till.secret)
  })

  test('gets nothing if its URL now points into a private network', async () => {
    const till = await inbox.addWebhook({ send_url: mail.sendUrl })
    await till.receive()
    for (const url of ['https://169.254.169.254/x', 'http://10.0.0.1/x', 'https://till.internal/x']) {
      await asOwner`update channels set settings = jsonb_build_object('send_url', ${url}::text) where id = ${till.id}`
      const sent = await inbox.reply((await inbox.only()).id)
      expect(await inbox.message(sent)).toMatchObject({ delivery_status: 'failed', failure: { code: 'misconfigured' } })
    }
  })

  test.for([
    [400, 'failed', 'rejected'],
    [401, 'failed', 'rejected'],
    [410, 'failed', 'rejected'],
    [302, 'failed', 'rejected'],
    [408, 'queued', 'unreachable'],
    [429, 'queued', 'unreachable'],
    [500, 'queued', 'unreachable'],
    [503, 'queued', 'unreachable'],
  ] as const)('that answers %i: %s', async ([status, delivery_status, code]) => {
    const till = await inbox.addWebhook({ send_url: mail.sendUrl })
    await till.receive()
    await mail.answer({ status, headers: { location: mail.sendUrl } })
    const sent = await inbox.reply((await inbox.only()).id)
    expect(await inbox.message(sent)).toMatchObject({
      delivery_status,
      failure: { code, detail: expect.stringContaining(String(status)) },
    })
    expect(await mail.calls()).toHaveLength(1)
  })

  test('accepts a reply with 2xx, whatever the body of its response', async () => {
    const till = await inbox.addWebhook({ send_url: mail.sendUrl })
    await till.receive()
    const { id } = await inbox.only()
    for (const body of ['text', { message_id: 5 }, { message_id: 'x'.repeat(8000) }, null]) {
      await mail.answer({ status: 200, body })
      expect(await inbox.message(await inbox.reply(id))).toMatchObject({ delivery_status: 'sent' })
    }
  })
})
