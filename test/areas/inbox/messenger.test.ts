import { beforeEach, describe, expect, test } from 'vitest'
import { inboxOf, messagingCall } from '../../support/inbox.ts'
import { otherSide } from '../../support/outside/outside.ts'
import { openShop } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'

// Webhook requests as Meta documents them for Messenger and Instagram. All ids are invented.

const mid = () => `m_${crypto.randomUUID()}`

describe.for(['messenger', 'instagram'] as const)('%s', (kind) => {
  let inbox: ReturnType<typeof inboxOf>
  let page: Awaited<ReturnType<typeof inbox.addMeta>>
  beforeEach(async () => {
    inbox = inboxOf(await openShop())
    page = await inbox.addMeta(kind)
  })

  const send = (...events: Record<string, unknown>[]) => page.send(messagingCall(page.account, ...events))
  const receive = async (event: Record<string, unknown>) => {
    expect(await send(event)).toMatchObject({ status: 200, body: { received: 1 } })
    return (await inbox.only()).messages[0]
  }
  const ours = () => ({ sender: { id: page.account }, recipient: { id: '7001' } })

  test('a message opens a conversation that can be answered for 24 hours', async () => {
    const at = Date.parse('2026-11-20T08:00:00.123Z')
    await send({ timestamp: at, message: { mid: mid(), text: 'Bonjour, avez-vous la taille M ?' } })
    expect(await inbox.only()).toMatchObject({
      channel_kind: kind,
      contact_name: null,
      contact_phone: null,
      waiting_since: '2026-11-20T08:00:00.123Z',
      reply_window_ends_at: '2026-11-21T08:00:00.123Z',
      messages: [{ type: 'text', body: 'Bonjour, avez-vous la taille M ?', sent_at: '2026-11-20T08:00:00.123Z' }],
    })
  })

  const url = 'https://scontent.xx.fbcdn.net/v/photo.jpg'
  const contents = {
    image: [
      { attachments: [{ type: 'image', payload: { url } }] },
      { type: 'image', body: '', attachments: [{ type: 'image', url }] },
    ],
    audio: [{ attachments: [{ type: 'audio', payload: { url } }] }, { type: 'audio' }],
    video: [{ attachments: [{ type: 'video', payload: { url } }] }, { type: 'video' }],
    file: [{ attachments: [{ type: 'file', payload: { url } }] }, { type: 'document' }],
    'several images with a text': [
      { text: 'these', attachments: [1, 2].map(() => ({ type: 'image', payload: { url } })) },
      { type: 'image', body: 'these', attachments: [{ url }, { url }] },
    ],
    sticker: [{ attachments: [{ type: 'image', payload: { url, sticker_id: 369239263222822 } }] }, { type: 'sticker' }],
    location: [
      { attachments: [{ type: 'location', title: 'Pin', payload: { coordinates: { lat: 29.3, long: 48 } } }] },
      { type: 'location', data: { latitude: 29.3, longitude: 48 } },
    ],
    'quick reply': [
      { text: 'Yes', quick_reply: { payload: 'YES' } },
      { type: 'interactive', body: 'Yes', data: { id: 'YES' } },
    ],
    'answer to a message': [
      { text: 'That one', reply_to: { mid: 'm_before' } },
      { type: 'text', body: 'That one' },
    ],
    'story mention': [
      { attachments: [{ type: 'story_mention', payload: { url } }] },
      { type: 'unsupported', attachments: [{ type: 'story_mention', url }], data: { provider_type: 'story_mention' } },
    ],
    unsupported: [{ is_unsupported: true }, { type: 'unsupported', body: '' }],
    'an attachment without anything': [{ attachments: [{ type: 'fallback', payload: null }] }, { type: 'unsupported' }],
  } satisfies Record<string, [Record<string, unknown>, Record<string, unknown>]>

  test.for(Object.entries(contents))('%s', async ([, [message, kept]]) => {
    expect(await receive({ message: { mid: mid(), ...message } })).toMatchObject(kept)
  })

  test('a postback is a message', async () => {
    expect(await receive({ postback: { mid: mid(), title: 'Get started', payload: 'START' } })).toMatchObject({
      type: 'postback',
      body: 'Get started',
      data: { id: 'START' },
    })
  })

  test('a reaction is stored, needs no answer and reopens nothing', async () => {
    await send({ message: { mid: 'm_first', text: 'Thanks' } })
    const { id } = await inbox.only()
    await asOwner`update conversations set status = 'closed', unread_count = 0, waiting_since = null where id = ${id}`
    await send({ reaction: { mid: 'm_first', action: 'react', reaction: 'love', emoji: '❤' } })
    expect(await inbox.only()).toMatchObject({
      status: 'closed',
      unread_count: 0,
      waiting_since: null,
      last_message_preview: 'Thanks',
      messages: [{ type: 'reaction', body: '❤', data: { to_message_id: 'm_first' } }, { body: 'Thanks' }],
    })
  })

  test('what the merchant writes in the page’s app is stored as a reply', async () => {
    await send({ message: { mid: mid(), text: 'Hello?' } })
    await send({ ...ours(), message: { mid: mid(), text: 'Hello!', is_echo: true, app_id: 1 } })
    expect(await inbox.only()).toMatchObject({
      unread_count: 0,
      waiting_since: null,
      last_message_kind: 'reply',
      messages: [{ kind: 'reply', body: 'Hello!', author_id: null }, { kind: 'message' }],
    })
  })

  test('an echo of a reply that the service sent is not stored again', async () => {
    await send({ message: { mid: mid(), text: 'Hello?' } })
    const { id } = await inbox.only()
    await inbox.reply(id, 'Hello!')
    const [row] =
      await asOwner`select provider_message_id as mid, id from messages where conversation_id = ${id} and kind = 'reply'`
    const metadata = kind === 'messenger' ? { metadata: row?.['id'] } : {}
    await send({ ...ours(), message: { mid: row?.['mid'], text: 'Hello!', is_echo: true, ...metadata } })
    expect((await inbox.only()).messages).toHaveLength(2)
  })

  test('an echo that arrives before the response confirms the reply', async () => {
    await send({ message: { mid: mid(), text: 'Hello?' } })
    const { id } = await inbox.only()
    await otherSide(page.access_token).answer({ lost: true })
    const sent = await inbox.reply(id, 'Hello!')
    expect(await inbox.message(sent)).toMatchObject({ delivery_status: 'queued', failure: { code: 'unconfirmed' } })
    const metadata = kind === 'messenger' ? { metadata: sent.id } : {}
    await send({ ...ours(), message: { mid: 'm_echoed', text: 'Hello!', is_echo: true, ...metadata } })
    expect(await inbox.message(sent)).toMatchObject({ delivery_status: 'sent', failure: null })
    expect((await inbox.only()).messages).toHaveLength(2)
    expect(await asOwner`select 1 from message_outbox where message_id = ${sent.id}`).toEqual([])
    expect(await asOwner`select provider_message_id as mid from messages where id = ${sent.id}`).toEqual([
      { mid: 'm_echoed' },
    ])
  })

  test('reports what was delivered and read', async () => {
    await send({ message: { mid: mid(), text: 'Hello?' } })
    const { id } = await inbox.only()
    const [first, second] = [await inbox.reply(id, 'One'), await inbox.reply(id, 'Two')]
    const [row] = await asOwner`select provider_message_id as mid from messages where id = ${first.id}`
    await send({ delivery: { mids: [row?.['mid']], watermark: Date.now() } })
    expect(await inbox.message(first)).toMatchObject({ delivery_status: 'delivered' })
    expect(await inbox.message(second)).toMatchObject({ delivery_status: 'sent' })
    await send({ read: { watermark: Date.parse(second.sent_at) - 1 } })
    expect(await inbox.message(second)).toMatchObject({ delivery_status: 'sent' })
    await send({ read: { watermark: Date.now() + 1000 } })
    for (const message of [first, second])
      expect(await inbox.message(message)).toMatchObject({ delivery_status: 'read' })
  })

  test('reports a read message by its id', async () => {
    await send({ message: { mid: mid(), text: 'Hello?' } })
    const sent = await inbox.reply((await inbox.only()).id)
    const [row] = await asOwner`select provider_message_id as mid from messages where id = ${sent.id}`
    await send({ read: { mid: row?.['mid'] } })
    expect(await inbox.message(sent)).toMatchObject({ delivery_status: 'read' })
  })

  test('a message that the customer deletes is erased', async () => {
    await send({
      message: { mid: 'm_regret', text: 'I hate your shop', attachments: [{ type: 'image', payload: { url } }] },
    })
    await send({ message: { mid: 'm_regret', is_deleted: true } })
    const conversation = await inbox.only()
    expect(conversation).toMatchObject({ last_message_preview: '', last_message_type: 'deleted' })
    expect(conversation.messages).toMatchObject([{ type: 'deleted', body: '', attachments: [], data: {} }])
    expect(await inbox.conversations('?search=hate')).toEqual([])
  })

  test('several events of one request are stored in order, and what is no message is ignored', async () => {
    const events = [
      { message: { mid: mid(), text: 'one' } },
      { optin: { type: 'x' } },
      { message: { mid: mid(), text: 'two' } },
      { sender: { id: '7002' }, message: { mid: mid(), text: 'another' } },
      { account_linking: {} },
      { message: { text: 'without an id' } },
      { sender: null },
    ]
    expect(await send(...events)).toMatchObject({ status: 200, body: { received: 4 } })
    const conversations = await inbox.conversations()
    expect(new Set(conversations.map(({ unread_count }) => unread_count))).toEqual(new Set([1, 3]))
  })

  test('events of another page of the same app are ignored', async () => {
    const call = messagingCall('999', { message: { mid: mid(), text: 'Hello' } })
    expect(await page.send(call)).toMatchObject({ status: 200, body: { received: 0 } })
    for (const payload of [
      {},
      { entry: [] },
      { entry: [{}] },
      { entry: [{ messaging: 'x' }] },
      { entry: [{ changes: [] }] },
    ])
      expect(await page.send(payload)).toMatchObject({ status: 200, body: { received: 0 } })
  })
})
