import { describe, expect, test } from 'vitest'
import { eventsOf } from '../../support/events.ts'
import { inboxOf } from '../../support/inbox.ts'
import { snapshot } from '../../isolation/snapshot.ts'
import { database, service } from '../../support/service.ts'
import { expectProblem, pointersOf } from '../../support/shop.ts'
import { openWindow } from './shop-window.ts'

// POST /api/storefront/:slug/messages, as a visitor's contact form sends it.

const question = { name: 'Amal', phone: '+965 5000 0001', body: 'Do you have it in green?' }

async function withForm(options: Parameters<typeof openWindow>[0] = {}) {
  const window = await openWindow(options)
  return {
    ...window,
    inbox: inboxOf(window),
    write: (changes: object = {}, headers?: Record<string, string>) =>
      window.send('/messages', { ...question, ...changes }, headers),
  }
}

describe('a contact form message', () => {
  test('arrives in the inbox with its sender, and is linked to the customer', async () => {
    const { write, inbox, addCustomer } = await withForm()
    const customer = await addCustomer({ name: 'Amal K.', phone: '+96550000001' })
    const answer = await write({ subject: 'Scarf', email: 'amal@example.com' })
    expect(answer).toMatchObject({ status: 202, body: { status: 'received' } })
    const conversation = await inbox.only()
    expect(conversation).toMatchObject({
      subject: 'Scarf',
      status: 'open',
      unread_count: 1,
      contact_name: 'Amal',
      contact_phone: '+965 5000 0001',
      contact_email: 'amal@example.com',
      customer_id: customer.id,
      channel_kind: 'web_form',
      messages: [{ kind: 'message', body: 'Do you have it in green?', sender_name: 'Amal' }],
    })
    expect((await eventsOf(conversation.id)).every(({ actor_kind }) => actor_kind === 'system')).toBe(true)
  })

  test('joins the conversation of the same phone number, and no other', async () => {
    const { write, inbox } = await withForm()
    await write()
    await write({ phone: '50000001', country: 'KW', body: 'And in blue?' })
    await write({ phone: undefined, email: 'badr@example.com', name: 'Badr' })
    const conversations = await inbox.conversations()
    expect(conversations.map(({ unread_count }) => unread_count)).toEqual([1, 2])
  })

  test('finds the customer by any of their phone numbers and addresses', async () => {
    const { write, inbox, addCustomer } = await withForm()
    const contacts = { other_phones: ['+965 5000 0001'], other_emails: ['Amal@Work.example'] }
    const { id } = await addCustomer({ name: 'Amal K.', phone: '+96550000009', email: 'amal@example.com', ...contacts })
    await addCustomer({ name: 'Badr', phone: '+96550000008', email: 'badr@example.com' })
    await write()
    await write({ phone: undefined, email: 'amal@work.example' })
    // A phone number outranks an e-mail address.
    await write({ phone: '+96550000001', email: 'badr@example.com' })
    const conversations = await inbox.conversations()
    expect(conversations.map(({ customer_id }) => customer_id)).toEqual([id, id, id])
    await write({ phone: '+96550000002', email: 'nobody@example.com' })
    expect((await inbox.conversations()).map(({ customer_id }) => customer_id)).toContain(null)
  })

  test('gets the same answer whether the store knows the sender or not', async () => {
    const { write, addCustomer } = await withForm()
    await addCustomer({ phone: '+96550000001' })
    const [known, unknown] = [await write(), await write({ phone: '+96550000002' })]
    expect(known.body).toEqual(unknown.body)
    expect([...known.headers.keys()]).toEqual([...unknown.headers.keys()])
  })

  test('sent again with its key is stored once; each sender has their own keys', async () => {
    const { write, inbox } = await withForm()
    const key = { 'Idempotency-Key': 'form-1' }
    for (const replayed of [null, 'true', 'true']) {
      const answer = await write({}, key)
      expect(answer).toMatchObject({ status: 202, body: { status: 'received' } })
      expect(answer.headers.get('Idempotent-Replayed')).toBe(replayed)
    }
    expectProblem(await write({ body: 'Other' }, key), 422, 'idempotency_key_reused')
    expect(await write({ phone: '+96550000002' }, key)).toMatchObject({ status: 202 })
    expect((await inbox.conversations()).map(({ unread_count }) => unread_count)).toEqual([1, 1])
  })

  test('is stored once after a lost response, and costs one round trip otherwise', async () => {
    const tag = `form-${crypto.randomUUID()}`
    const { base, inbox } = await withForm()
    const through = service(tag)
    const send = () =>
      through.fetch(`${base}/messages`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(question),
      })
    expect(await send()).toMatchObject({ status: 202 })
    expect((await database(tag).seen()).requests).toBe(1)
    await database(tag).disturb({ lose_reply_after_commit: 1, times: 1 })
    expect(await send()).toMatchObject({ status: 202 })
    expect((await database(tag).seen()).injected).toBe(1)
    expect(await inbox.conversations()).toMatchObject([{ unread_count: 2 }])
  })

  test('from each of 20 senders at once opens 20 conversations on one channel', async () => {
    const { write, inbox } = await withForm()
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => write({ phone: `+9655000${1000 + i}` })))
    for (const answer of answers) expect(answer.status, JSON.stringify(answer.body)).toBe(202)
    const conversations = await inbox.conversations('?limit=100')
    expect(conversations).toHaveLength(20)
    expect(new Set(conversations.map(({ channel_id }) => channel_id)).size).toBe(1)
  })
})

describe('a message is rejected', () => {
  test('if it is empty or has no contact details, with every problem', async () => {
    const { write, send } = await withForm()
    const wrong = async (changes: object) => pointersOf(expectProblem(await write(changes), 422, 'invalid_input'))
    expect(await wrong({ body: ' ' })).toEqual(['/body'])
    expect(await wrong({ body: 'x'.repeat(5001), name: '', color: 'red' })).toEqual(
      expect.arrayContaining(['/body', '/name', '/color']),
    )
    expect(await wrong({ phone: undefined })).toEqual(['/email'])
    expect(await wrong({ phone: '50000001' })).toEqual(['/phone'])
    expect(await wrong({ email: 'nobody' })).toEqual(['/email'])
    expect(await wrong({ sender_name: 'x' })).toEqual(['/sender_name'])
    expect(await wrong({ channel_id: crypto.randomUUID() })).toEqual(['/channel_id'])
    expectProblem(await send('/messages', []), 422, 'invalid_input')
  })

  test('if the store is not public, and nothing is stored', async () => {
    const { write, store } = await withForm({ published: false })
    const before = await snapshot(store.id)
    expectProblem(await write(), 404, 'not_found')
    expect(await snapshot(store.id)).toEqual(before)
  })

  test('silently if a bot fills in the hidden field', async () => {
    const { write, store } = await withForm()
    const before = await snapshot(store.id)
    expect(await write({ website: 'https://spam.example' })).toMatchObject({
      status: 202,
      body: { status: 'received' },
    })
    expect(await snapshot(store.id)).toEqual(before)
    expect(await write({ website: '' })).toMatchObject({ status: 202 })
    expect(await snapshot(store.id)).not.toEqual(before)
  })

  test('if too many come from one address', async () => {
    const { base } = await withForm()
    const counts = new Map<string, number>()
    const limit = ({ key }: { key: string }) => {
      counts.set(key, (counts.get(key) ?? 0) + 1)
      return Promise.resolve({ success: (counts.get(key) ?? 0) <= 1 })
    }
    const through = service(undefined, { SHOPPER_LIMITER: { limit } })
    const send = () =>
      through.fetch(`${base}/messages`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': '192.0.2.1' },
        body: JSON.stringify(question),
      })
    expect(await send()).toMatchObject({ status: 202 })
    expectProblem(await send(), 429, 'rate_limited')
  })
})
