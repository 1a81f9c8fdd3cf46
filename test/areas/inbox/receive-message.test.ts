import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openShop, type Shop } from '../../support/shop.ts'
import { testIssuer } from '../../support/callers/identity.ts'
import { asApp, asOwner } from '../../support/sql.ts'

// app.receive_message, called with the service's own role in a batch that has opened the store.

const Received = z.array(z.object({ id: z.guid() })).length(1)

const open = (sql: typeof asApp, { store, owner }: Shop) => [
  sql`select app.enter_member(${testIssuer}, ${owner.subject}, ${store.id}, '{owner}'::text[], null, null)`,
  sql`select app.begin_write(${store.id}, 'test', ${crypto.randomUUID()}, '')`,
]

async function receive(shop: Shop, message: object): Promise<string> {
  const sql = asApp
  const results = await sql.transaction([
    ...open(sql, shop),
    sql`select app.receive_message(app.web_form_channel(), ${JSON.stringify(message)}::jsonb) as id`,
  ])
  return Received.parse(results.at(-1))[0]?.id ?? ''
}

const conversation = async (id: string) => (await asOwner`select * from conversations where id = ${id}`)[0]

const form = {
  sender_name: 'Amal',
  sender_phone: '5000 0001',
  sender_phone_e164: '+96550000001',
  sender_email: 'amal@kuwait.test',
  subject: 'Delivery',
  body: 'هل  عندكم\nتوصيل؟',
}

describe('a contact form message', () => {
  test('opens a conversation that waits for an answer', async () => {
    const shop = await openShop()
    const id = await receive(shop, { ...form, provider_message_id: 'form-1' })
    expect(await conversation(id)).toMatchObject({
      status: 'open',
      contact_name: 'Amal',
      contact_phone: '5000 0001',
      contact_phone_e164: '+96550000001',
      contact_email: 'amal@kuwait.test',
      subject: 'Delivery',
      unread_count: 1,
      last_message_kind: 'message',
      last_message_preview: 'هل عندكم توصيل؟',
      customer_id: null,
    })
    expect((await conversation(id))?.['waiting_since']).not.toBeNull()
  })

  test('joins its sender’s conversation and reopens it', async () => {
    const shop = await openShop()
    const first = await receive(shop, form)
    await asOwner`update conversations set status = 'closed', unread_count = 0, waiting_since = null where id = ${first}`
    expect(await receive(shop, { ...form, body: 'One more thing' })).toBe(first)
    expect(await conversation(first)).toMatchObject({ status: 'open', unread_count: 1, version: 3 })
    expect(await receive(shop, { ...form, thread_key: 'another matter' })).not.toBe(first)
  })

  test('with another phone number or e-mail address opens another conversation', async () => {
    const shop = await openShop()
    const amal = await receive(shop, form)
    const others = [
      { ...form, sender_email: 'mallory@evil.test' },
      { ...form, sender_email: undefined },
      { ...form, sender_phone: undefined, sender_phone_e164: undefined },
      { ...form, sender_phone: '5000 0002', sender_phone_e164: '+96550000002' },
    ]
    const ids = []
    for (const other of others) ids.push(await receive(shop, other))
    expect(new Set([amal, ...ids]).size).toBe(5)
    for (const [nth, id] of ids.entries()) expect(await receive(shop, others[nth] ?? {})).toBe(id)
    expect(await receive(shop, { ...form, sender_email: 'AMAL@kuwait.test' })).toBe(amal)
    expect(await conversation(amal)).toMatchObject({ contact_email: 'amal@kuwait.test', unread_count: 2 })
  })

  test('never changes the address that a conversation is answered at', async () => {
    const shop = await openShop()
    const customer = await shop.addCustomer({ name: 'Amal', phone: '+96550000001' })
    const withoutEmail = { ...form, sender_email: undefined }
    const id = await receive(shop, withoutEmail)
    await receive(shop, { ...form, sender_email: 'mallory@evil.test' })
    // Not even with the conversation's own thread key.
    await receive(shop, { ...form, thread_key: 'another matter', sender_email: undefined })
    const named = await receive(shop, { ...form, thread_key: 'another matter', sender_email: 'mallory@evil.test' })
    for (const one of [id, named])
      expect(await conversation(one)).toMatchObject({
        contact_email: null,
        contact_phone: '5000 0001',
        customer_id: customer.id,
      })
  })

  test('is stored once, however often it arrives, even at the same time', async () => {
    const shop = await openShop()
    const ids = await Promise.all(
      Array.from({ length: 12 }, () => receive(shop, { ...form, provider_message_id: 'form-2' })),
    )
    expect(new Set(ids).size).toBe(1)
    expect(await asOwner`select body from messages where store_id = ${shop.store.id}`).toHaveLength(1)
    expect(await conversation(ids[0] ?? '')).toMatchObject({ unread_count: 1, version: 2 })
    expect(await asOwner`select 1 from channels where store_id = ${shop.store.id}`).toHaveLength(1)
  })

  test('is linked to the customer with the phone number, or else the e-mail address', async () => {
    const shop = await openShop()
    const byPhone = await shop.addCustomer({ name: 'By phone', phone: '+96550000001' })
    const byEmail = await shop.addCustomer({ name: 'By mail', email: 'Amal@Kuwait.test' })
    expect(await conversation(await receive(shop, form))).toMatchObject({ customer_id: byPhone.id })
    const { sender_phone: _, sender_phone_e164: __, ...mailed } = form
    expect(await conversation(await receive(shop, mailed))).toMatchObject({ customer_id: byEmail.id })
    const other = await openShop()
    expect(await conversation(await receive(other, form))).toMatchObject({ customer_id: null })
  })

  test('has no line breaks or other control characters in names and subjects', async () => {
    const shop = await openShop()
    const id = await receive(shop, {
      ...form,
      sender_name: '  Amal\r\nBcc: all@evil.test\u0001\u2028X ',
      subject: 'Hello\r\nTo:\tme\u0085',
    })
    expect(await conversation(id)).toMatchObject({
      contact_name: 'Amal Bcc: all@evil.test X',
      subject: 'Hello To: me',
    })
    expect(await asOwner`select sender_name from messages where conversation_id = ${id}`).toEqual([
      { sender_name: 'Amal Bcc: all@evil.test X' },
    ])
    expect(
      await conversation(await receive(shop, { ...form, sender_phone_e164: '+96550000009', sender_name: ' \n ' })),
    ).toMatchObject({ contact_name: null })
  })

  test('cannot reach the channels of another store', async () => {
    const [mine, theirs] = [await openShop(), await openShop()]
    await receive(theirs, form)
    const [channel] = await asOwner`select id from channels where store_id = ${theirs.store.id}`
    const sql = asApp
    const message = JSON.stringify({ ...form, sender_phone_e164: '+96550000002' })
    await expect(
      sql.transaction([
        ...open(sql, mine),
        sql`select app.receive_message(${channel?.['id']}::uuid, ${message}::jsonb)`,
      ]),
    ).rejects.toMatchObject({ constraint: 'conversations_channel_fkey' })
    await expect(sql`select app.web_form_channel()`).rejects.toMatchObject({ code: '42501' })
  })
})
