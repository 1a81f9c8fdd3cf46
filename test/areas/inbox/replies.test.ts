import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { eventTypesOf } from '../../support/events.ts'
import { inboxOf, messagingCall, whatsAppMessage } from '../../support/inbox.ts'
import { watchLog } from '../../support/run/log.ts'
import { otherSide } from '../../support/outside/outside.ts'
import { database, service } from '../../support/service.ts'
import { client, expectProblem, openShop, pointersOf, type Shop } from '../../support/shop.ts'
import { asJobs, asOwner } from '../../support/sql.ts'

afterEach(() => void vi.restoreAllMocks())

let shop: Shop
let inbox: ReturnType<typeof inboxOf>
beforeEach(async () => {
  shop = await openShop()
  inbox = inboxOf(shop)
})

async function onWhatsApp() {
  const phone = await inbox.addMeta('whatsapp')
  await phone.send(whatsAppMessage(phone.account))
  const { id } = await inbox.only()
  return { ...phone, conversation: id, meta: otherSide(phone.access_token) }
}

const graphError = (code: number, more: Record<string, unknown> = {}) => ({
  error: { message: `(#${code}) Something`, type: 'OAuthException', code, fbtrace_id: 'AbC', ...more },
})

describe('a reply on WhatsApp', () => {
  test('is returned as queued, and sent right after', async () => {
    const { account, access_token, conversation, meta } = await onWhatsApp()
    const sent = await inbox.reply(conversation, 'نعم، غداً إن شاء الله')
    expect(sent).toMatchObject({
      kind: 'reply',
      delivery_status: 'queued',
      body: 'نعم، غداً إن شاء الله',
      failure: null,
    })
    expect(await meta.calls()).toMatchObject([
      {
        path: `/v23.0/${account}/messages`,
        headers: { authorization: `Bearer ${access_token}` },
        body: {
          messaging_product: 'whatsapp',
          recipient_type: 'individual',
          to: '96550000001',
          type: 'text',
          text: { body: 'نعم، غداً إن شاء الله', preview_url: false },
        },
        taken: true,
      },
    ])
    expect(await inbox.message(sent)).toMatchObject({ delivery_status: 'sent', failure: null })
    expect(await asOwner`select provider_message_id as id from messages where id = ${sent.id}`).toEqual([
      { id: expect.stringMatching(/^wamid\./) },
    ])
    expect(await inbox.only()).toMatchObject({
      waiting_since: null,
      unread_count: 0,
      last_message_kind: 'reply',
      last_message_preview: 'نعم، غداً إن شاء الله',
    })
    expect((await eventTypesOf(conversation)).at(-1)).toBe('conversation.replied')
  })

  test('is sent once, however often it is posted with the same key', async () => {
    const { conversation, meta } = await onWhatsApp()
    const key = { 'Idempotency-Key': 'reply-1' }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => inbox.say(conversation, 'Yes', 'reply', shop.owner, key)),
    )
    expect(new Set(answers.map(({ status, body }) => `${status} ${Object(body).id}`)).size).toBe(1)
    expect((await meta.calls()).filter(({ taken }) => taken)).toHaveLength(1)
    expectProblem(await inbox.say(conversation, 'No', 'reply', shop.owner, key), 422, 'idempotency_key_reused')
    expect((await inbox.only()).messages).toHaveLength(2)
  })

  test('costs one round trip before the response, and three after it', async () => {
    const { conversation } = await onWhatsApp()
    const tag = `reply-${crypto.randomUUID()}`
    const { requests } = watchLog()
    const through = client(shop.owner.token, service(tag))
    expect((await inbox.say(conversation, 'Yes', 'reply', through)).status).toBe(201)
    expect(requests()).toMatchObject([{ status: 201, db_round_trips: 1 }])
    // Claim, settle, and claim the next.
    expect((await database(tag).seen()).requests).toBe(1 + 3)
  })

  test('several in a row arrive in order', async () => {
    const { conversation, meta } = await onWhatsApp()
    await meta.answer({ delay_ms: 300 })
    const texts = ['one', 'two', 'three', 'four']
    const answers = []
    for (const body of texts) answers.push(inbox.reply(conversation, body))
    await Promise.all(answers)
    const bodies = (await meta.calls()).map(({ body }) => Object(body['text']).body)
    const order = (
      await asOwner`select body from messages where conversation_id = ${conversation} and kind = 'reply' order by sent_at, id`
    ).map(({ body }) => body)
    expect(bodies).toEqual(order)
    expect(new Set(bodies)).toEqual(new Set(texts))
  })

  test('a note is not sent', async () => {
    const { conversation, meta } = await onWhatsApp()
    expect((await inbox.say(conversation, 'Not for the customer', 'note')).status).toBe(201)
    expect(await meta.calls()).toEqual([])
  })
})

describe('Meta rejects a reply', () => {
  const refusals = {
    'after 24 hours (WhatsApp)': [
      {
        status: 400,
        body: graphError(131047, {
          error_data: {
            messaging_product: 'whatsapp',
            details: 'Message failed to send because more than 24 hours have passed',
          },
        }),
      },
      { code: 'window_closed', detail: /24 hours/ },
    ],
    'because the token has expired': [
      {
        status: 401,
        body: graphError(190, {
          error_subcode: 463,
          message: 'Error validating access token: EAAsecretsecret has expired',
        }),
      },
      { code: 'not_authorized', detail: /new one with PATCH/ },
    ],
    'because a permission is missing': [
      { status: 403, body: graphError(200) },
      { code: 'not_authorized', detail: /error 200/ },
    ],
    'because the customer cannot be reached': [
      { status: 400, body: graphError(131026) },
      { code: 'recipient_unavailable', detail: /131026/ },
    ],
    'for another reason': [
      { status: 400, body: graphError(100) },
      { code: 'rejected', detail: /Meta says: \(#100\) Something/ },
    ],
    'without a reason': [
      { status: 404, body: {} },
      { code: 'rejected', detail: /404/ },
    ],
    'with a redirect': [
      { status: 302, headers: { location: 'http://169.254.169.254/' } },
      { code: 'rejected', detail: /302/ },
    ],
  } as const

  test.for(Object.entries(refusals))('%s', async ([, [answer, failure]]) => {
    const { conversation, meta, access_token } = await onWhatsApp()
    await meta.answer(answer)
    const { lines } = watchLog()
    const sent = await inbox.reply(conversation)
    const failed = await inbox.message(sent)
    expect(failed).toMatchObject({
      delivery_status: 'failed',
      failure: { code: failure.code, detail: expect.stringMatching(failure.detail) },
    })
    expect(await meta.calls()).toHaveLength(1)
    for (const secret of ['EAAsecret', access_token]) expect(JSON.stringify([failed, lines])).not.toContain(secret)
    expect(await inbox.only()).toMatchObject({ waiting_since: expect.any(String), status: 'open' })
    expect((await eventTypesOf(conversation)).at(-1)).toBe('conversation.reply_failed')
  })

  test('after 24 hours on Messenger and Instagram', async () => {
    for (const [kind, subcode] of [
      ['messenger', 2018278],
      ['instagram', 2534022],
    ] as const) {
      const page = await inbox.addMeta(kind)
      await page.send(messagingCall(page.account, { message: { mid: `m_${kind}`, text: 'Hello' } }))
      const [conversation] = await inbox.conversations(`?channel_id=${page.id}`)
      const answer = graphError(10, {
        error_subcode: subcode,
        message: '(#10) This message is sent outside of allowed window.',
      })
      await otherSide(page.access_token).answer({ status: 400, body: answer })
      const sent = await inbox.reply(conversation?.id ?? '')
      expect(await inbox.message(sent)).toMatchObject({ delivery_status: 'failed', failure: { code: 'window_closed' } })
    }
  })

  test('the customer is not waiting if a later reply arrived', async () => {
    const { conversation, meta } = await onWhatsApp()
    await meta.answer({ status: 400, body: graphError(100) })
    await inbox.reply(conversation, 'One')
    await inbox.reply(conversation, 'Two')
    expect(await inbox.only()).toMatchObject({ waiting_since: null })
  })

  test('a reply that is too long is rejected before it is sent', async () => {
    const { conversation, meta } = await onWhatsApp()
    const page = await inbox.addMeta('instagram')
    await page.send(messagingCall(page.account, { message: { mid: 'm_1', text: 'Hello' } }))
    const [instagram] = await inbox.conversations(`?channel_id=${page.id}`)
    const long = (id: string, body: string) => inbox.say(id, body)
    expect(pointersOf(expectProblem(await long(conversation, 'x'.repeat(4097)), 422, 'invalid_input'))).toEqual([
      '/body',
    ])
    expect(pointersOf(expectProblem(await long(instagram?.id ?? '', 'ق'.repeat(501)), 422, 'invalid_input'))).toEqual([
      '/body',
    ])
    expect((await long(conversation, 'x'.repeat(4096))).status).toBe(201)
    expect((await long(instagram?.id ?? '', 'ق'.repeat(500))).status).toBe(201)
    expect(await meta.calls()).toHaveLength(1)
  })
})

test('replies on Messenger and Instagram have the format of those APIs', async () => {
  for (const kind of ['messenger', 'instagram'] as const) {
    const page = await inbox.addMeta(kind)
    await page.send(messagingCall(page.account, { message: { mid: `m_${kind}`, text: 'Hello' } }))
    const [conversation] = await inbox.conversations(`?channel_id=${page.id}`)
    const sent = await inbox.reply(conversation?.id ?? '', 'Hi!')
    expect(await otherSide(page.access_token).calls()).toMatchObject([
      {
        path: '/v23.0/me/messages',
        body: {
          recipient: { id: '7001' },
          message: { text: 'Hi!', ...(kind === 'messenger' && { metadata: sent.id }) },
          ...(kind === 'messenger' && { messaging_type: 'RESPONSE' }),
        },
      },
    ])
    expect(await inbox.message(sent)).toMatchObject({ delivery_status: 'sent' })
  }
})

describe('if nothing can be sent', () => {
  const reason = async (id: string) => expectProblem(await inbox.say(id, 'Hello'), 422, 'cannot_reply')['reason']

  test('a channel without a send_url rejects replies', async () => {
    await (await inbox.addWebhook()).receive()
    const { id, version } = await inbox.only()
    expect(await reason(id)).toBe('no_send_url')
    expect(await inbox.only()).toMatchObject({ version, waiting_since: expect.any(String) })
  })

  test('a removed channel rejects replies', async () => {
    const { id, conversation } = await onWhatsApp()
    await shop.owner.delete(`/api/inbox/channels/${id}`)
    expect(await reason(conversation)).toBe('channel_removed')
    expect((await inbox.say(conversation, 'A note', 'note')).status).toBe(201)
  })

  test('a reply that was queued when its channel was removed fails', async () => {
    const { id, conversation, meta } = await onWhatsApp()
    await meta.answer({ status: 503 })
    const sent = await inbox.reply(conversation)
    expect(await inbox.message(sent)).toMatchObject({ delivery_status: 'queued' })
    await shop.owner.delete(`/api/inbox/channels/${id}`)
    const failed = await inbox.message(sent)
    expect(failed).toMatchObject({ delivery_status: 'failed', failure: { code: 'channel_removed' } })
    await asJobs`select app.run_store_job('fail_unsent_replies', ${shop.store.id}, 200)`
    expect(await inbox.message(sent)).toEqual(failed)
    expect(await eventTypesOf(conversation)).toContain('conversation.reply_failed')
    expect(await meta.calls()).toHaveLength(1)
  })

  test('a reply fails if the credentials cannot be decrypted', async () => {
    const { id, conversation, meta } = await onWhatsApp()
    await asOwner`update channels set credentials = credentials || '{"access_token": "damaged.x"}' where id = ${id}`
    expect(await inbox.message(await inbox.reply(conversation))).toMatchObject({
      delivery_status: 'failed',
      failure: { code: 'misconfigured' },
    })
    expect(await meta.calls()).toEqual([])
  })

  test('a conversation of another store is not found', async () => {
    const { conversation } = await onWhatsApp()
    const stranger = await openShop()
    for (const kind of ['reply', 'note'])
      expectProblem(await inbox.say(conversation, 'Hello', kind, stranger.owner), 404, 'not_found')
    expectProblem(await inbox.say(conversation, 'Hello', 'reply', await shop.hire('viewer')), 403, 'forbidden')
    expect((await inbox.only()).messages).toHaveLength(1)
  })
})
