import { beforeEach, describe, expect, test } from 'vitest'
import { range } from '../orders/listing.ts'
import { hubSignature, inboxOf, post, wamid, whatsAppMessage } from '../../support/inbox.ts'
import { whatsAppCall } from '../../support/meta-calls.ts'
import { service } from '../../support/service.ts'
import { expectProblem, openShop } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'

// Webhook requests as Meta documents them for the WhatsApp Cloud API. All numbers, names and ids are invented.

let inbox: ReturnType<typeof inboxOf>
let phone: Awaited<ReturnType<typeof inbox.addMeta>>
beforeEach(async () => {
  inbox = inboxOf(await openShop())
  phone = await inbox.addMeta('whatsapp')
})

const receive = async (message: Record<string, unknown>) => {
  expect(await phone.send(whatsAppMessage(phone.account, message))).toMatchObject({
    status: 200,
    body: { received: 1 },
  })
  return (await inbox.only()).messages[0]
}

describe('a request', () => {
  const messages = (count: number, from: (nth: number) => string) =>
    whatsAppCall(phone.account, {
      contacts: [],
      messages: range(1, count).map((nth) => ({
        from: from(nth),
        id: wamid(),
        timestamp: String(1_763_712_000 + nth),
        type: 'text',
        text: { body: `Message ${nth}` },
      })),
    })

  test('of very many messages is stored in portions, in order, and once when it is repeated', async () => {
    const call = messages(450, (nth) => (nth % 2 === 0 ? '96550000001' : '96550000002'))
    for (const _time of range(1, 2)) expect((await phone.send(call)).status).toBe(200)
    const stored =
      await asOwner`select c.contact_phone, count(*)::int as messages, max(m.body) filter (where m.sent_at = c.last_message_at) as last
      from conversations c join messages m on m.conversation_id = c.id where c.channel_id = ${phone.id} group by 1 order by 1`
    expect(stored).toEqual([
      { contact_phone: '+96550000001', messages: 225, last: 'Message 450' },
      { contact_phone: '+96550000002', messages: 225, last: 'Message 449' },
    ])
  })

  test('that takes long is stored in parts, from its beginning', async () => {
    const arrival = (nth: number) => ({
      event: 'message',
      thread_key: '96550000001',
      provider_message_id: wamid(),
      body: `Message ${nth}`,
    })
    const parts = (time: string) =>
      asOwner.transaction([
        asOwner`select app.enter_channel(${phone.id})`,
        asOwner`select * from app.receive_hook(${phone.id}, ${JSON.stringify(range(1, 3).map(arrival))}::jsonb, true, ${time}::interval)`,
      ])
    expect((await parts('0 s'))[1]).toEqual([{ processed: 1, received: 1 }])
    expect((await inbox.only()).messages.map(({ body }) => body)).toEqual(['Message 1'])
    expect((await parts('1 min'))[1]).toEqual([{ processed: 3, received: 3 }])
  })

  test('of more than Meta sends at once is refused', async () => {
    expectProblem(await phone.send(messages(2_001, String)), 413, 'payload_too_large')
    expect(await inbox.conversations(`?channel_id=${phone.id}`)).toEqual([])
  })
})

describe('a message', () => {
  test('opens a conversation with its sender and time', async () => {
    const id = wamid()
    await phone.send(whatsAppMessage(phone.account, { id, timestamp: '1749416383' }, 'أمل', '96550000001'))
    const conversation = await inbox.only()
    expect(conversation).toMatchObject({
      channel_id: phone.id,
      channel_kind: 'whatsapp',
      status: 'open',
      contact_name: 'أمل',
      contact_phone: '+96550000001',
      contact_email: null,
      unread_count: 1,
      waiting_since: '2025-06-08T20:59:43.000Z',
      last_message_at: '2025-06-08T20:59:43.000Z',
      reply_window_ends_at: '2025-06-09T20:59:43.000Z',
      last_message_preview: 'هل عندكم توصيل؟',
      messages: [{ kind: 'message', type: 'text', sender_name: 'أمل', sent_at: '2025-06-08T20:59:43.000Z' }],
    })
    expect(await asOwner`select provider_message_id from messages where conversation_id = ${conversation.id}`).toEqual([
      { provider_message_id: id },
    ])
  })

  const file = { mime_type: 'image/jpeg', sha256: 'hash', id: '1479537139650973' }
  const kinds = {
    image: [
      { type: 'image', image: { ...file, caption: 'Is this the blue one?' } },
      {
        type: 'image',
        body: 'Is this the blue one?',
        attachments: [{ type: 'image', media_id: file.id, mime_type: 'image/jpeg' }],
      },
    ],
    audio: [
      { type: 'audio', audio: { ...file, mime_type: 'audio/ogg; codecs=opus', voice: true } },
      { type: 'audio', body: '', attachments: [{ media_id: file.id, mime_type: 'audio/ogg; codecs=opus' }] },
    ],
    video: [
      { type: 'video', video: { ...file, mime_type: 'video/mp4' } },
      { type: 'video', attachments: [{ type: 'video' }] },
    ],
    document: [
      { type: 'document', document: { ...file, filename: 'فاتورة.pdf', mime_type: 'application/pdf' } },
      { type: 'document', attachments: [{ name: 'فاتورة.pdf', mime_type: 'application/pdf' }] },
    ],
    sticker: [
      { type: 'sticker', sticker: { ...file, mime_type: 'image/webp', animated: false } },
      { type: 'sticker', attachments: [{ type: 'sticker', media_id: file.id }] },
    ],
    location: [
      { type: 'location', location: { latitude: 29.34, longitude: 48.08, name: 'Salmiya', address: 'Block 4' } },
      { type: 'location', body: 'Salmiya, Block 4', data: { latitude: 29.34, longitude: 48.08 } },
    ],
    'location without a name': [
      { type: 'location', location: { latitude: 0, longitude: -1.5 } },
      { type: 'location', body: '', data: { latitude: 0, longitude: -1.5 } },
    ],
    contacts: [
      {
        type: 'contacts',
        contacts: [
          {
            name: { formatted_name: 'Nour', first_name: 'Nour' },
            phones: [{ phone: '+965 5000 0002', wa_id: '96550000002', type: 'CELL' }],
          },
          { name: { formatted_name: 'Sami' } },
        ],
      },
      {
        type: 'contacts',
        body: 'Nour, Sami',
        data: {
          contacts: [
            { name: 'Nour', phones: ['+965 5000 0002'] },
            { name: 'Sami', phones: [] },
          ],
        },
      },
    ],
    'interactive button': [
      { type: 'interactive', interactive: { type: 'button_reply', button_reply: { id: 'yes', title: 'Yes, please' } } },
      { type: 'interactive', body: 'Yes, please', data: { id: 'yes' } },
    ],
    'interactive list': [
      {
        type: 'interactive',
        interactive: { type: 'list_reply', list_reply: { id: 'm', title: 'Medium', description: 'Fits most' } },
      },
      { type: 'interactive', body: 'Medium', data: { id: 'm', description: 'Fits most' } },
    ],
    'interactive form': [
      {
        type: 'interactive',
        interactive: { type: 'nfm_reply', nfm_reply: { name: 'flow', body: 'Sent', response_json: '{}' } },
      },
      { type: 'interactive', body: 'Sent', data: { form: '{}' } },
    ],
    button: [
      { type: 'button', button: { payload: 'stop', text: 'Stop promotions' }, context: { id: 'wamid.TEMPLATE' } },
      { type: 'interactive', body: 'Stop promotions', data: { id: 'stop' } },
    ],
    reaction: [
      { type: 'reaction', reaction: { message_id: 'wamid.OURS', emoji: '❤️' } },
      { type: 'reaction', body: '❤️', data: { to_message_id: 'wamid.OURS' } },
    ],
    'reaction taken back': [
      { type: 'reaction', reaction: { message_id: 'wamid.OURS' } },
      { type: 'reaction', body: '', data: { to_message_id: 'wamid.OURS' } },
    ],
    unsupported: [
      { type: 'unsupported', errors: [{ code: 131051, title: 'Message type is not currently supported' }] },
      { type: 'unsupported', body: '', data: { provider_type: 'unsupported' } },
    ],
    order: [
      { type: 'order', order: { catalog_id: '1', product_items: [] } },
      { type: 'unsupported', data: { provider_type: 'order' } },
    ],
    'a type that is yet to be invented': [
      { type: 'hologram', hologram: { id: 1 } },
      { type: 'unsupported', data: { provider_type: 'hologram' } },
    ],
    'a type named like something of JavaScript’s': [{ type: 'constructor' }, { type: 'unsupported' }],
    'an image without an image': [{ type: 'image' }, { type: 'unsupported', data: { provider_type: 'image' } }],
    'no type': [{ type: undefined }, { type: 'unsupported' }],
    'a time that is none': [{ timestamp: 'yesterday', text: { body: 'Hello' } }, { type: 'text' }],
    'a time beyond all times': [{ timestamp: '99999999999999999', text: { body: 'Hello' } }, { type: 'text' }],
    'characters that cannot be kept': [{ text: { body: 'a\0b\ud800c' } }, { type: 'text', body: 'ab�c' }],
  } satisfies Record<string, [Record<string, unknown>, Record<string, unknown>]>

  test.for(Object.entries(kinds))('%s', async ([, [message, kept]]) => {
    expect(await receive({ text: undefined, ...message })).toMatchObject(kept)
  })
})

describe('a webhook request', () => {
  test('with messages from several people stores all of them in order', async () => {
    const message = (from: string, body: string) => ({
      from,
      id: wamid(),
      timestamp: '1749416383',
      type: 'text',
      text: { body },
    })
    const value = (from: string, ...bodies: string[]) => ({
      contacts: [{ profile: { name: `N${from}` }, wa_id: from }],
      messages: bodies.map((body) => message(from, body)),
    })
    const first = whatsAppCall(phone.account, value('96550000001', 'one', 'two', 'three'))
    const second = whatsAppCall(phone.account, value('96550000002', 'four'))
    const both = { ...first, entry: [...first.entry, ...second.entry] }
    expect(await phone.send(both)).toMatchObject({ status: 200, body: { received: 4 } })
    const [a, b] = (await inbox.conversations()).toSorted((x, y) =>
      String(x.contact_phone).localeCompare(String(y.contact_phone)),
    )
    expect(a).toMatchObject({ contact_name: 'N96550000001', unread_count: 3, last_message_preview: 'three' })
    expect(b).toMatchObject({ contact_name: 'N96550000002', unread_count: 1 })
    expect((await inbox.get(a?.id ?? '')).messages.map(({ body }) => body)).toEqual(['three', 'two', 'one'])
  })

  test('for another phone number of the same app is ignored', async () => {
    const call = whatsAppMessage('999')
    expect(await phone.send(call)).toMatchObject({ status: 200, body: { received: 0 } })
    expect(await inbox.conversations()).toEqual([])
  })

  test.for([
    '',
    'null',
    '[]',
    '{"object":"whatsapp_business_account","entry":[]}',
    '{"entry":[{"changes":[{"field":"account_update","value":{"event":"VERIFIED_ACCOUNT"}}]}]}',
    '{"entry":[{"changes":[{"value":{"metadata":{"phone_number_id":1}}}]}]}',
    '{"entry":"x"}',
    'no json',
    '['.repeat(100_000),
  ])('with nothing in it that could be kept is taken as well: %#', async (body) => {
    const { id, app_secret } = phone
    const headers = { 'X-Hub-Signature-256': await hubSignature(app_secret, body) }
    expect(await post(service(), id, body, headers)).toMatchObject({ status: 200, body: { received: 0 } })
  })

  test('with unreadable messages stores the others, and keeps what there is of those', async () => {
    const good = { from: '96550000001', id: wamid(), timestamp: '1749416383', type: 'text', text: { body: 'Hello' } }
    const call = whatsAppCall(phone.account, {
      messages: [null, 5, {}, { id: 1 }, good, { from: '1' }],
      statuses: [null, {}],
    })
    for (const _time of range(1, 2))
      expect(await phone.send(call)).toMatchObject({ status: 200, body: { received: 3 } })
    const found = await Promise.all((await inbox.conversations()).map(({ id }) => inbox.get(id)))
    const contents = found.flatMap(({ messages }) => messages.map(({ data, body }) => [body, data['content']]))
    expect(new Set(contents)).toEqual(
      new Set([
        ['Hello', undefined],
        ['', { id: 1 }],
        ['', { from: '1' }],
      ]),
    )
  })
})

describe('what the merchant writes on the phone', () => {
  const echoSent = (minutesAgo: number) => ({
    from: '96522280000',
    to: '96550000001',
    id: wamid(),
    timestamp: String(Math.floor(Date.now() / 1000) - minutesAgo * 60),
    type: 'text',
    text: { body: 'Yes we do' },
  })

  test('is stored as a reply, and the customer is not waiting anymore', async () => {
    await phone.send(whatsAppMessage(phone.account))
    await phone.send(whatsAppCall(phone.account, { message_echoes: [echoSent(0)] }))
    const conversation = await inbox.only()
    expect(conversation).toMatchObject({ unread_count: 0, waiting_since: null, contact_name: 'Amal' })
    expect(conversation.messages[0]).toMatchObject({
      kind: 'reply',
      body: 'Yes we do',
      author_id: null,
      delivery_status: 'sent',
    })
  })

  test('answers nothing that the customer wrote after it', async () => {
    await phone.send(whatsAppMessage(phone.account))
    await phone.send(whatsAppCall(phone.account, { message_echoes: [echoSent(5)] }))
    const conversation = await inbox.only()
    expect(conversation).toMatchObject({
      unread_count: 1,
      waiting_since: expect.any(String),
      last_message_kind: 'message',
    })
    expect(conversation.messages).toMatchObject([{ kind: 'message' }, { kind: 'reply' }])
  })
})

describe('the status of a reply on WhatsApp', () => {
  const status = (id: string, name: string, more: Record<string, unknown> = {}) =>
    phone.send(
      whatsAppCall(phone.account, {
        statuses: [
          { id, status: name, timestamp: String(Math.floor(Date.now() / 1000)), recipient_id: '96550000001', ...more },
        ],
      }),
    )

  async function replied() {
    await phone.send(whatsAppMessage(phone.account))
    const { id } = await inbox.only()
    const sent = await inbox.reply(id)
    const [row] = await asOwner`select provider_message_id from messages where id = ${sent.id}`
    return { sent, id: String(row?.['provider_message_id']) }
  }

  test('goes from sent to delivered to read', async () => {
    const { sent, id } = await replied()
    for (const name of ['sent', 'delivered', 'read']) {
      expect(await status(id, name)).toMatchObject({ status: 200, body: { received: 0 } })
      expect(await inbox.message(sent)).toMatchObject({ delivery_status: name })
    }
  })

  test('never goes back, in whatever order statuses arrive', async () => {
    const { sent, id } = await replied()
    for (const name of ['read', 'delivered', 'sent', 'failed']) await status(id, name)
    expect(await inbox.message(sent)).toMatchObject({ delivery_status: 'read', failure: null })
  })

  test('shows a failure after 24 hours, and the customer is waiting again', async () => {
    const { sent, id } = await replied()
    const before = await inbox.only()
    expect(before).toMatchObject({ waiting_since: null })
    const error = {
      code: 131047,
      title: 'Re-engagement message',
      message: 'Re-engagement message',
      error_data: {
        details:
          'Message failed to send because more than 24 hours have passed since the customer last replied to this number.',
      },
      href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
    }
    await status(id, 'failed', { errors: [error] })
    expect(await inbox.message(sent)).toMatchObject({
      delivery_status: 'failed',
      failure: { code: 'window_closed', detail: expect.stringMatching(/24 hours.*131047/s) },
    })
    const after = await inbox.only()
    expect(after.waiting_since).toBe(before.messages.at(-1)?.sent_at)
    expect(after).toMatchObject({ status: 'open', version: before.version + 1 })
  })

  test('is ignored for a message of another channel or conversation', async () => {
    const { sent, id } = await replied()
    const other = await inbox.addMeta('whatsapp')
    await other.send(
      whatsAppCall(other.account, {
        statuses: [{ id, status: 'read', timestamp: '1', recipient_id: '1', biz_opaque_callback_data: sent.id }],
      }),
    )
    await status(wamid(), 'read', { biz_opaque_callback_data: 'no id of ours' })
    expect(await inbox.message(sent)).toMatchObject({ delivery_status: 'sent' })
  })
})
