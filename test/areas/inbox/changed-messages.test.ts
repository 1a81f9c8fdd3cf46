import { beforeEach, describe, expect, test } from 'vitest'
import { inboxOf, wamid, whatsAppMessage } from '../../support/inbox.ts'
import { whatsAppCall } from '../../support/meta-calls.ts'
import { openShop, type Shop } from '../../support/shop.ts'

// Edits and deletions as Meta documents them. All numbers and ids are invented.

let shop: Shop
let inbox: ReturnType<typeof inboxOf>
let phone: Awaited<ReturnType<typeof inbox.addMeta>>
beforeEach(async () => {
  shop = await openShop()
  inbox = inboxOf(shop)
  phone = await inbox.addMeta('whatsapp')
})

const now = () => Math.floor(Date.now() / 1000)
const customer = { from: '96550000001', from_user_id: 'KW.1' }
const store = { from: '96522280000', to: '96550000001' }

const change = (by: object, at: number, type: 'edit' | 'revoke', value: object) =>
  whatsAppCall(phone.account, {
    [by === store ? 'message_echoes' : 'messages']: [
      { ...by, id: wamid(), timestamp: String(at), type, [type]: value },
    ],
  })

const edit = (original_message_id: string, body: string, at = now(), by: object = customer) =>
  change(by, at, 'edit', { original_message_id, message: { type: 'text', text: { body } } })

const revoke = (original_message_id: string, by: object = customer, at = now()) =>
  change(by, at, 'revoke', { original_message_id })

const send = async (call: unknown) => expect(await phone.send(call)).toMatchObject({ status: 200 })

const original = (id: string, at = now() - 60, body = 'Do you have it in M?') =>
  whatsAppMessage(phone.account, { ...customer, id, timestamp: String(at), text: { body } })

const written = { type: 'text', body: 'Do you have it in M?', attachments: [] }

describe('a customer on WhatsApp', () => {
  test('edits a message: it changes, its text as it was stays, and nothing else happens', async () => {
    const id = wamid()
    await send(original(id))
    const before = await inbox.only()
    const at = now() - 10
    for (const _time of [1, 2]) await send(edit(id, 'Do you have it in large?', at))
    const after = await inbox.only()
    expect(after).toMatchObject({
      unread_count: 1,
      waiting_since: before.waiting_since,
      last_message_at: before.last_message_at,
      last_message_preview: 'Do you have it in large?',
      messages: [
        {
          id: before.messages[0]?.id,
          body: 'Do you have it in large?',
          previous: [{ ...written, until: new Date(at * 1000).toISOString() }],
        },
      ],
    })
    expect(after.messages).toHaveLength(1)
    expect(after.version).toBe(before.version + 1)
    expect(await inbox.conversations('?search=large')).toHaveLength(1)
  })

  test('edits a message that was answered, which asks for no second answer', async () => {
    const id = wamid()
    await send(original(id))
    await inbox.reply((await inbox.only()).id)
    await send(edit(id, 'In L?'))
    expect(await inbox.only()).toMatchObject({ unread_count: 0, waiting_since: null, last_message_kind: 'reply' })
  })

  test('edits twice, and the first edit arrives last', async () => {
    const id = wamid()
    await send(original(id))
    const [first, second] = [edit(id, 'one', now() - 30), edit(id, 'two', now() - 20)]
    for (const call of [second, first, second, first]) await send(call)
    const [message, ...others] = (await inbox.only()).messages
    expect(others).toEqual([])
    expect(message).toMatchObject({ body: 'two', previous: [written, { body: 'one' }] })
  })

  test('edits three times, and they arrive in any order: all versions are listed by their times', async () => {
    const at = now() - 100
    const edits = (id: string) => [1, 2, 3].map((nth) => edit(id, `edit ${nth}`, at + nth * 10))
    for (const order of [
      [2, 1, 0],
      [1, 2, 0],
      [2, 0, 1],
    ]) {
      const id = wamid()
      await send(original(id, at))
      for (const nth of [...order, ...order]) await send(edits(id)[nth])
      const message = (await inbox.only()).messages.find(({ body }) => body === 'edit 3')
      expect(message?.previous.map(({ body, until }) => [body, Date.parse(until) / 1000 - at])).toEqual([
        [written.body, 10],
        ['edit 1', 20],
        ['edit 2', 30],
      ])
      await send(revoke(id, customer, at))
      expect(await inbox.only()).toMatchObject({ last_message_type: 'deleted' })
    }
  })

  test('edits the caption of a picture', async () => {
    const id = wamid()
    const image = { id: '1479537139650973', mime_type: 'image/jpeg', caption: 'This one' }
    await send(
      whatsAppMessage(phone.account, {
        ...customer,
        id,
        timestamp: String(now() - 60),
        type: 'image',
        text: undefined,
        image,
      }),
    )
    await send(
      change(customer, now(), 'edit', {
        original_message_id: id,
        message: { type: 'image', image: { ...image, caption: 'The blue one' } },
      }),
    )
    expect((await inbox.only()).messages).toMatchObject([
      {
        type: 'image',
        body: 'The blue one',
        attachments: [{ media_id: image.id }],
        previous: [{ type: 'image', body: 'This one', attachments: [{ media_id: image.id }] }],
      },
    ])
  })

  test('deletes a message: the text stays for the shop, and still waits for an answer', async () => {
    const id = wamid()
    await send(original(id))
    const before = await inbox.only()
    for (const _time of [1, 2]) await send(revoke(id))
    await send(edit(id, 'an edit from before that arrives late', now() - 30))
    expect(await inbox.only()).toMatchObject({
      unread_count: 1,
      waiting_since: before.waiting_since,
      last_message_type: 'deleted',
      last_message_preview: '',
      messages: [{ type: 'deleted', body: '', previous: [written, { body: 'an edit from before that arrives late' }] }],
    })
  })

  test.for([
    ['an edit', (id: string) => edit(id, 'In L?'), { type: 'text', body: 'In L?' }],
    ['a deletion', (id: string) => revoke(id), { type: 'deleted', body: '' }],
  ] as const)('%s that arrives before its message changes it all the same', async ([, changed, shown]) => {
    const id = wamid()
    await send(changed(id))
    const { messages } = await inbox.only()
    expect(messages).toMatchObject([shown])
    expect(messages[0]?.['data']).toEqual({})
    const at = now() - 60
    for (const _time of [1, 2]) await send(original(id, at))
    const sent_at = new Date(at * 1000).toISOString()
    expect(await inbox.only()).toMatchObject({
      unread_count: 1,
      waiting_since: expect.any(String),
      messages: [{ ...shown, sent_at, previous: [written], data: {} }],
    })
    expect((await inbox.only()).messages).toHaveLength(1)
  })
})

describe('several changes', () => {
  const at = now() - 100

  test('that arrive before their message are shown by their times, and the message still waits', async () => {
    const id = wamid()
    await send(edit(id, 'two', at + 20))
    await send(edit(id, 'one', at + 10))
    expect((await inbox.only()).messages).toMatchObject([{ body: 'two', previous: [{ body: 'one' }] }])
    for (const _time of [1, 2]) await send(original(id, at))
    const sent_at = new Date(at * 1000).toISOString()
    expect(await inbox.only()).toMatchObject({
      unread_count: 1,
      waiting_since: sent_at,
      last_message_at: sent_at,
      last_message_preview: 'two',
      messages: [{ body: 'two', previous: [written, { body: 'one' }] }],
    })
    // A reply from between answers it.
    await send(
      whatsAppCall(phone.account, {
        message_echoes: [{ ...store, id: wamid(), timestamp: String(at + 5), type: 'text', text: { body: 'Yes' } }],
      }),
    )
    expect(await inbox.only()).toMatchObject({ unread_count: 0, waiting_since: null })
    await send(revoke(id, customer, at + 40))
    expect((await inbox.only()).messages.map(({ type }) => type)).toEqual(['text', 'deleted'])
  })

  test('with a deletion first, then an edit, then the message: it is deleted, and still waits', async () => {
    const id = wamid()
    for (const call of [revoke(id, customer, at + 30), edit(id, 'one', at + 20), original(id, at), original(id, at)])
      await send(call)
    expect(await inbox.only()).toMatchObject({
      unread_count: 1,
      waiting_since: expect.any(String),
      messages: [{ type: 'deleted', body: '', previous: [written, { body: 'one' }], data: {} }],
    })
  })

  test('an edit that is answered, a deletion, then the message: it waits no more, and is counted once', async () => {
    const id = wamid()
    await send(edit(id, 'one', at + 20))
    expect(await inbox.only()).toMatchObject({ unread_count: 1 })
    await inbox.reply((await inbox.only()).id)
    for (const call of [revoke(id, customer, at + 30), edit(id, 'two', at + 25), original(id, at)]) await send(call)
    expect(await inbox.only()).toMatchObject({ unread_count: 0, waiting_since: null, last_message_kind: 'reply' })
    expect((await inbox.only()).messages[1]).toMatchObject({ type: 'deleted', data: {} })
  })

  test('of one of two messages of the same second: lists show the other one', async () => {
    const [first, last] = [wamid(), wamid()]
    for (const [id, body] of [
      [first, 'first'],
      [last, 'last'],
    ] as const)
      await send(original(id, at, body))
    await send(revoke(first, customer, at + 5))
    expect(await inbox.only()).toMatchObject({ last_message_type: 'text', last_message_preview: 'last' })
    await send(edit(last, 'the last', at + 6))
    expect(await inbox.only()).toMatchObject({ last_message_preview: 'the last' })
  })

  test('of which an earlier one that cannot be read arrives late: the text stays as it is', async () => {
    const id = wamid()
    const unread = change(customer, at + 10, 'edit', { original_message_id: id, message: { type: 'mystery' } })
    for (const call of [original(id, at), edit(id, 'two', at + 20), unread]) await send(call)
    const [message] = (await inbox.only()).messages
    expect(message).toMatchObject({ type: 'text', body: 'two', previous: [written, { type: 'unsupported' }] })
    expect(message?.['data']).toEqual({})
  })

  test('back to the text that it had', async () => {
    const id = wamid()
    for (const call of [original(id, at), edit(id, written.body, at + 20), edit(id, 'other', at + 10)]) await send(call)
    expect((await inbox.only()).messages).toMatchObject([{ body: written.body }])
  })
})

test('a deletion of a message that nobody here has opens nothing: the conversation is closed and has no name', async () => {
  await send(
    whatsAppCall(phone.account, {
      contacts: [{ wa_id: customer.from, user_id: customer.from_user_id, profile: { name: 'Amal' } }],
      messages: [
        {
          ...customer,
          id: wamid(),
          timestamp: String(now()),
          type: 'revoke',
          revoke: { original_message_id: wamid() },
        },
      ],
    }),
  )
  expect(await inbox.only()).toMatchObject({
    status: 'closed',
    unread_count: 0,
    contact_name: null,
    contact_phone: null,
  })
  await send(original(wamid()))
  expect(await inbox.only()).toMatchObject({ status: 'open', unread_count: 1, contact_phone: `+${customer.from}` })
})

test('a deletion of a message that nobody here has leaves a conversation as it is that has anything else', async () => {
  const reaction = { message_id: wamid(), emoji: '👍' }
  await send(
    whatsAppMessage(phone.account, {
      ...customer,
      id: wamid(),
      timestamp: String(now()),
      type: 'reaction',
      text: undefined,
      reaction,
    }),
  )
  const { id } = await inbox.only()
  const later = new Date(Date.now() + 86_400_000).toISOString()
  for (const changes of [{ status: 'open' }, { status: 'snoozed', snoozed_until: later }]) {
    await shop.owner.patch(`/api/inbox/conversations/${id}`, changes)
    await send(revoke(wamid()))
    expect(await inbox.only()).toMatchObject({ status: changes.status })
  }
})

describe('the merchant on the phone', () => {
  const echo = (id: string, at: number) =>
    whatsAppCall(phone.account, {
      message_echoes: [{ ...store, id, timestamp: String(at), type: 'text', text: { body: 'We are closed' } }],
    })

  test.for([
    ['edits', (id: string) => edit(id, 'We are open', now(), store), { type: 'text', body: 'We are open' }],
    ['deletes', (id: string) => revoke(id, store), { type: 'deleted', body: '' }],
  ] as const)('%s an old reply, which does not answer the question that came after it', async ([, changed, shown]) => {
    const reply = wamid()
    await send(original(wamid(), now() - 100, 'Open?'))
    await send(echo(reply, now() - 90))
    await send(original(wamid()))
    const before = await inbox.only()
    await send(changed(reply))
    await send(changed(wamid()))
    expect(await inbox.only()).toMatchObject({
      unread_count: 1,
      waiting_since: before.waiting_since,
      status: 'open',
    })
    const { messages } = await inbox.only()
    expect(messages.find(({ previous }) => previous.length > 0)).toMatchObject({
      kind: 'reply',
      ...shown,
      previous: [{ body: 'We are closed' }],
    })
  })

  test.for([
    ['reacts to it', { type: 'reaction', reaction: { message_id: 'wamid.1', emoji: '👍' } }],
    ['edits something in a way that cannot be read', { type: 'edit', edit: { message: 5 } }],
    ['deletes something in a way that cannot be read', { type: 'revoke', revoke: {} }],
  ] as const)('%s, which does not answer a question', async ([, message]) => {
    await send(original(wamid()))
    const before = await inbox.only()
    const echo = { ...store, id: wamid(), timestamp: String(now()), ...message }
    await send(whatsAppCall(phone.account, { message_echoes: [echo] }))
    expect(await inbox.only()).toMatchObject({
      unread_count: 1,
      waiting_since: before.waiting_since,
      last_message_preview: written.body,
    })
    expect((await inbox.only()).messages).toHaveLength(2)
  })

  test('deletes a reply that the service sent', async () => {
    await send(original(wamid()))
    const sent = await inbox.reply((await inbox.only()).id, 'Tomorrow')
    await send(revoke(wamid(), store))
    expect(await inbox.message(sent)).toMatchObject({ body: 'Tomorrow', previous: [] })
  })
})
