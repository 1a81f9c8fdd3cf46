import { createExecutionContext, createScheduledController, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import worker from '../../../src/index.ts'
import { inboxOf, whatsAppMessage } from '../../support/inbox.ts'
import { whatsAppCall } from '../../support/meta-calls.ts'
import { watchLog } from '../../support/run/log.ts'
import { onLoopback, otherSide } from '../../support/outside/outside.ts'
import { openScratch, type Scratch } from '../../support/scratch.ts'
import { database, service } from '../../support/service.ts'
import { client, openShop, type Shop } from '../../support/shop.ts'

// With a database of its own, because the job of every minute covers all stores.

let scratch: Scratch
let shop: Shop
let inbox: ReturnType<typeof inboxOf>
beforeAll(async () => {
  scratch = await openScratch()
})
beforeEach(async () => {
  const through = service(undefined, { DATABASE_URL: scratch.databaseUrl, ...onLoopback })
  shop = await openShop({ through, sql: scratch.sql })
  inbox = inboxOf(shop)
  await scratch.sql`delete from message_outbox`
})

afterEach(() => void vi.restoreAllMocks())

const minute = async (tag?: string) => {
  await worker.scheduled(createScheduledController({ cron: '* * * * *' }), {
    ...env,
    ...scratch.variables(tag),
    ...onLoopback,
  })
}

/** Makes everything due, as if time had passed. */
const later = (seconds = 3 * 3600) =>
  scratch.sql`update message_outbox set due_at = due_at - make_interval(secs => ${seconds})`

const Row = z.object({ attempts: z.int(), seconds: z.coerce.number(), lease_id: z.string().nullable() })
const outbox = async (id: string) =>
  z
    .array(Row)
    .parse(
      await scratch.sql`select attempts, lease_id, extract(epoch from due_at - now()) as seconds from message_outbox where message_id = ${id}`,
    )[0]

async function onWhatsApp() {
  const phone = await inbox.addMeta('whatsapp')
  await phone.send(whatsAppMessage(phone.account))
  const [conversation] = await inbox.conversations(`?channel_id=${phone.id}`)
  return { ...phone, conversation: conversation?.id ?? '', meta: otherSide(phone.access_token) }
}

async function onTill() {
  const side = otherSide(`till-${crypto.randomUUID()}`)
  const till = await inbox.addWebhook({ send_url: side.sendUrl })
  await till.receive()
  const [conversation] = await inbox.conversations(`?channel_id=${till.id}`)
  return { ...till, conversation: conversation?.id ?? '', side }
}

const taken = async (side: ReturnType<typeof otherSide>) => (await side.calls()).filter(({ taken }) => taken).length

describe('a reply that could not be sent', () => {
  test('is retried with growing pauses until it is sent', async () => {
    const { conversation, meta } = await onWhatsApp()
    await meta.answer(...Array.from({ length: 3 }, () => ({ status: 503 })))
    const sent = await inbox.reply(conversation)
    const pauses: number[] = []
    for (let attempt = 1; attempt <= 3; attempt++) {
      expect(await inbox.message(sent)).toMatchObject({ delivery_status: 'queued', failure: { code: 'unreachable' } })
      const row = await outbox(sent.id)
      expect(row).toMatchObject({ attempts: attempt, lease_id: null })
      pauses.push(row?.seconds ?? NaN)
      await minute()
      expect(await meta.calls()).toHaveLength(attempt)
      await later()
      await minute()
    }
    for (const [nth, base] of [30, 120, 480].entries()) {
      expect(pauses[nth]).toBeGreaterThan(base - 20)
      expect(pauses[nth]).toBeLessThan(base * 1.25 + 1)
    }
    expect(await inbox.message(sent)).toMatchObject({ delivery_status: 'sent', failure: null })
    expect(await outbox(sent.id)).toBeUndefined()
    expect(await taken(meta)).toBe(1)
  })

  test('fails after six attempts and shows the last error', async () => {
    const { conversation, meta } = await onWhatsApp()
    await meta.answer(
      ...Array.from({ length: 7 }, () => ({
        status: 500,
        body: { error: { code: 131016, message: 'Service unavailable' } },
      })),
    )
    const sent = await inbox.reply(conversation)
    for (let attempt = 1; attempt < 6; attempt++) {
      await later()
      await minute()
    }
    expect(await inbox.message(sent)).toMatchObject({
      delivery_status: 'failed',
      failure: { code: 'unreachable', detail: expect.stringMatching(/^Gave up after 6 attempts\..*131016/s) },
    })
    expect(await inbox.get(conversation)).toMatchObject({ waiting_since: expect.any(String) })
    await later()
    await minute()
    expect(await meta.calls()).toHaveLength(6)
  })

  test('waits as long as Retry-After says, up to three hours', async () => {
    for (const [seconds, least, most] of [
      ['600', 540, 601],
      ['999999', 3 * 3600 - 60, 3 * 3600 + 1],
      ['Wed, 21 Oct 2026 07:28:00 GMT', 9, 39],
    ] as const) {
      const { conversation, side } = await onTill()
      await side.answer({ status: 429, headers: { 'Retry-After': seconds } })
      const row = await outbox((await inbox.reply(conversation)).id)
      expect(row?.seconds).toBeGreaterThan(least)
      expect(row?.seconds).toBeLessThan(most)
    }
  })

  test('delays later replies of its conversation, and no others', async () => {
    const [first, second] = [await onWhatsApp(), await onWhatsApp()]
    await first.meta.answer({ status: 503 })
    const one = await inbox.reply(first.conversation, 'One')
    const two = await inbox.reply(first.conversation, 'Two')
    const other = await inbox.reply(second.conversation, 'Other')
    expect(await inbox.message(other)).toMatchObject({ delivery_status: 'sent' })
    expect(await inbox.message(two)).toMatchObject({ delivery_status: 'queued', failure: null })
    await later()
    await minute()
    await minute()
    for (const message of [one, two]) expect(await inbox.message(message)).toMatchObject({ delivery_status: 'sent' })
    expect((await first.meta.calls()).map(({ body }) => Object(body['text']).body)).toEqual(['One', 'One', 'Two'])
  })

  test('does not keep later replies from being sent once it has failed', async () => {
    const { conversation, meta } = await onWhatsApp()
    await meta.answer({ status: 503 }, { status: 400, body: { error: { code: 100, message: 'No' } } })
    const one = await inbox.reply(conversation, 'One')
    const two = await inbox.reply(conversation, 'Two')
    await later()
    await minute()
    expect(await inbox.message(one)).toMatchObject({ delivery_status: 'failed' })
    await minute()
    expect(await inbox.message(two)).toMatchObject({ delivery_status: 'sent' })
  })
})

describe('a lost response', () => {
  test('from Meta: a status confirms the message, and it is not sent again', async () => {
    const { account, send, conversation, meta } = await onWhatsApp()
    await meta.answer({ lost: true })
    const sent = await inbox.reply(conversation)
    expect(await inbox.message(sent)).toMatchObject({ delivery_status: 'queued', failure: { code: 'unconfirmed' } })
    expect((await outbox(sent.id))?.seconds).toBeGreaterThan(100)
    const [call] = await meta.calls()
    const status = {
      id: 'wamid.FROMTHESTATUS',
      status: 'sent',
      timestamp: '1763712000',
      recipient_id: '96550000001',
      biz_opaque_callback_data: call?.body['biz_opaque_callback_data'],
    }
    await send(whatsAppCall(account, { statuses: [status] }))
    expect(await inbox.message(sent)).toMatchObject({ delivery_status: 'sent', failure: null })
    await later()
    await minute()
    expect(await taken(meta)).toBe(1)
    // From now on, its provider id identifies it.
    await send(
      whatsAppCall(account, { statuses: [{ ...status, status: 'read', biz_opaque_callback_data: undefined }] }),
    )
    expect(await inbox.message(sent)).toMatchObject({ delivery_status: 'read' })
  })

  test('from Meta, without a status: the message is sent again', async () => {
    const { conversation, meta } = await onWhatsApp()
    await meta.answer({ refused: true })
    const sent = await inbox.reply(conversation)
    await later()
    await minute()
    expect(await inbox.message(sent)).toMatchObject({ delivery_status: 'sent' })
    expect(await taken(meta)).toBe(1)
  })

  test('from the merchant’s system: the message is sent again with the same id', async () => {
    const { conversation, side } = await onTill()
    await side.answer({ lost: true })
    const sent = await inbox.reply(conversation)
    expect(await inbox.message(sent)).toMatchObject({ delivery_status: 'queued', failure: { code: 'unreachable' } })
    await later()
    await minute()
    expect((await side.calls()).map(({ headers }) => headers['webhook-id'])).toEqual([sent.id, sent.id])
    expect(await inbox.message(sent)).toMatchObject({ delivery_status: 'sent' })
  })

  test('from the database to a claim: the reply is claimed once', async () => {
    const { conversation, meta } = await onWhatsApp()
    const tag = `lost-${crypto.randomUUID()}`
    await meta.answer({ status: 503 })
    const sent = await inbox.reply(conversation)
    await later()
    await database(tag).disturb({ lose_reply_after_commit: 1, times: 3 })
    await minute(tag)
    expect((await database(tag).seen()).injected).toBe(3)
    expect(await inbox.message(sent)).toMatchObject({ delivery_status: 'sent' })
    expect(await taken(meta)).toBe(1)
  })

  test.for([
    ['its reply', { lose_reply_after_commit: 1, times: 3 }],
    ['the database itself, for several requests', { down: true, times: 7 }],
  ] as const)('from the database, %s: the result is recorded again, and nothing is sent twice', async ([, faults]) => {
    const { conversation, meta } = await onWhatsApp()
    const tag = `lost-${crypto.randomUUID()}`
    await meta.answer({ status: 503 }, { held: true })
    const sent = await inbox.reply(conversation)
    await later()
    const job = minute(tag)
    // Sent, but not yet answered.
    await expect.poll(async () => (await meta.calls()).length, { interval: 20 }).toBe(2)
    await database(tag).disturb(faults)
    await meta.release()
    await job.catch(() => {})
    expect((await database(tag).seen()).injected).toBe(faults.times)
    await database(tag).reset()
    await later()
    await minute()
    expect(await inbox.message(sent)).toMatchObject({ delivery_status: 'sent' })
    expect(await taken(meta)).toBe(1)
  })

  test('from the database, until the lease ended: nothing is sent again through Meta', async () => {
    const { conversation, meta, send, account } = await onWhatsApp()
    await meta.answer({ status: 503 })
    const sent = await inbox.reply(conversation)
    await later()
    // Claimed by a Worker that never recorded a result.
    await scratch.sql`update message_outbox set lease_id = gen_random_uuid(), attempts = 2 where message_id = ${sent.id}`
    await minute()
    expect(await inbox.message(sent)).toMatchObject({
      delivery_status: 'failed',
      failure: { code: 'unconfirmed', detail: expect.stringMatching(/send it again/) },
    })
    expect(await meta.calls()).toHaveLength(1)
    // The message had arrived.
    await send(
      whatsAppCall(account, {
        statuses: [
          { id: 'wamid.LATE', status: 'sent', timestamp: '1', recipient_id: '1', biz_opaque_callback_data: sent.id },
        ],
      }),
    )
    expect(await inbox.message(sent)).toMatchObject({ delivery_status: 'sent', failure: null })
  })

  test('after an interruption, to a receiver that recognizes retries: the message is sent again', async () => {
    const { conversation, side } = await onTill()
    await side.answer({ status: 503 })
    const sent = await inbox.reply(conversation)
    await later()
    await scratch.sql`update message_outbox set lease_id = gen_random_uuid() where message_id = ${sent.id}`
    await minute()
    expect(await inbox.message(sent)).toMatchObject({ delivery_status: 'sent' })
  })
})

describe('a response that cannot be stored', () => {
  test.for([
    ['NUL', 'id\0'],
    ['half a surrogate pair', 'id\ud800'],
    ['more than fits', 'x'.repeat(999)],
  ])('because its message id has %s: the reply is sent, without an id', async ([, message_id]) => {
    const { conversation, side } = await onTill()
    await side.answer({ status: 200, body: { message_id } })
    const sent = await inbox.reply(conversation)
    expect(await inbox.message(sent)).toMatchObject({ delivery_status: 'sent' })
    expect(await outbox(sent.id)).toBeUndefined()
    const { conversation: other, meta } = await onWhatsApp()
    await meta.answer({ status: 200, body: { messages: [{ id: message_id }] } })
    expect(await inbox.message(await inbox.reply(other))).toMatchObject({ delivery_status: 'sent' })
  })

  test('because of its error text: the reply fails with the rest of the text', async () => {
    const { conversation, meta } = await onWhatsApp()
    // Cut between two surrogates.
    const message = `No\0${'x'.repeat(296)}😀`
    await meta.answer({ status: 400, body: { error: { code: 100, message } } })
    expect(await inbox.message(await inbox.reply(conversation))).toMatchObject({
      delivery_status: 'failed',
      failure: { code: 'rejected', detail: expect.stringContaining('Nox') },
    })
  })

  test('six times: the reply fails', async () => {
    const { conversation, side } = await onTill()
    await side.answer({ status: 503 })
    const sent = await inbox.reply(conversation)
    for (let attempt = 2; attempt <= 8; attempt++) {
      await later()
      // Claimed, without a recorded result.
      if (attempt <= 6)
        await scratch.sql`update message_outbox set attempts = ${attempt}, lease_id = gen_random_uuid() where message_id = ${sent.id}`
      else await minute()
    }
    expect(await inbox.message(sent)).toMatchObject({
      delivery_status: 'failed',
      failure: { code: 'unconfirmed', detail: expect.stringContaining('6 attempts') },
    })
    expect(await side.calls()).toHaveLength(1)
  })

  test('does not keep other jobs from running', async () => {
    const { conversation, side } = await onTill()
    const other = await onTill()
    await side.answer({ status: 503 })
    const sent = await inbox.reply(conversation)
    await later()
    const { lines } = watchLog()
    await scratch.sql.query(
      `alter table messages add constraint broken check (id <> '${sent.id}' or delivery_status <> 'sent') not valid`,
    )
    try {
      const snoozed = await scratch.sql`update conversations set snoozed_until = now() - interval '1 second'
        where id = ${other.conversation} returning id`
      expect(snoozed).toHaveLength(1)
      await minute()
    } finally {
      await scratch.sql`alter table messages drop constraint broken`
    }
    expect(lines.join('\n')).toContain('outcome not recorded')
    expect(
      await scratch.sql`select 1 from events where subject_id = ${other.conversation} and type = 'conversation.woken'`,
    ).toHaveLength(1)
  })

  test('a sending job that fails does not keep conversations from reopening', async () => {
    const { conversation } = await onTill()
    await scratch.sql`update conversations set snoozed_until = now() - interval '1 second' where id = ${conversation}`
    await scratch.sql`alter function app.claim_outbox(uuid, integer) rename to claim_nothing`
    try {
      await expect(minute()).rejects.toThrow()
    } finally {
      await scratch.sql`alter function app.claim_nothing(uuid, integer) rename to claim_outbox`
    }
    expect(
      await scratch.sql`select 1 from events where subject_id = ${conversation} and type = 'conversation.woken'`,
    ).toHaveLength(1)
  })
})

describe('many jobs at once', () => {
  test('send each reply once', async () => {
    const channels = await Promise.all(Array.from({ length: 4 }, onWhatsApp))
    const sent = []
    for (const { conversation, meta } of channels) {
      await meta.answer({ status: 503 })
      for (let nth = 0; nth < 3; nth++) sent.push(await inbox.reply(conversation, `${nth}`))
    }
    await later()
    for (let round = 0; round < 3; round++) await Promise.all(Array.from({ length: 5 }, () => minute()))
    for (const message of sent) expect(await inbox.message(message)).toMatchObject({ delivery_status: 'sent' })
    for (const { meta } of channels) {
      expect((await meta.calls()).filter(({ taken }) => taken).map(({ body }) => Object(body['text']).body)).toEqual([
        '0',
        '1',
        '2',
      ])
    }
  })

  test('a channel that does not respond leaves room for the others', async () => {
    const till = otherSide(`till-${crypto.randomUUID()}`)
    const { receive, id } = await inbox.addWebhook({ send_url: till.sendUrl })
    for (let nth = 0; nth < 30; nth++) await receive({ thread_id: `T-${nth}` })
    const waiting = await inbox.conversations(`?channel_id=${id}&limit=100`)
    await scratch.sql.transaction(
      waiting.flatMap((conversation) => [
        scratch.sql`insert into messages (store_id, id, conversation_id, channel_id, kind, body, delivery_status)
          values (${shop.store.id}, ${conversation.id}, ${conversation.id}, ${id}, 'reply', 'x', 'queued')`,
        scratch.sql`insert into message_outbox (store_id, message_id, conversation_id, channel_id, due_at)
          values (${shop.store.id}, ${conversation.id}, ${conversation.id}, ${id}, now() - interval '1 hour')`,
      ]),
    )
    const { conversation, meta } = await onWhatsApp()
    await meta.answer({ status: 503 })
    const other = await inbox.reply(conversation)
    await scratch.sql`update message_outbox set due_at = now() where message_id = ${other.id}`
    const [claimed] = await scratch.sql`select app.claim_outbox(gen_random_uuid(), 20) as claimed`
    const channels = z
      .array(z.looseObject({ channel: z.object({ id: z.string() }).loose() }))
      .parse(claimed?.['claimed'])
    expect(channels.filter(({ channel }) => channel.id === id)).toHaveLength(3)
    expect(channels).toHaveLength(4)
  })

  test('a long queue behind a reply that is not due leaves room for all others', async () => {
    const [stuck, free] = [await onTill(), await onTill()]
    const [conversation] = await inbox.conversations(`?channel_id=${stuck.id}`)
    await scratch.sql`
      with replies as (
        insert into messages (store_id, id, conversation_id, channel_id, kind, body, delivery_status)
        select ${shop.store.id}, gen_random_uuid(), ${conversation?.id}, ${stuck.id}, 'reply', 'x', 'queued' from generate_series(1, 1001)
        returning store_id, id, conversation_id, channel_id)
      insert into message_outbox (store_id, message_id, conversation_id, channel_id, due_at)
      select store_id, id, conversation_id, channel_id, now() - interval '1 hour' from replies`
    // The first of them is due in two hours.
    await scratch.sql`update message_outbox set due_at = now() + interval '2 hours', created_at = now() - interval '1 day'
      where message_id = (select message_id from message_outbox limit 1)`
    await free.side.answer({ status: 503 })
    const sent = await inbox.reply(free.conversation)
    await scratch.sql`update message_outbox set due_at = now() where message_id = ${sent.id}`
    await minute()
    expect(await inbox.message(sent)).toMatchObject({ delivery_status: 'sent' })
    expect(await stuck.side.calls()).toEqual([])
  })

  test('a store with many busy channels leaves room for other stores', async () => {
    for (let nth = 0; nth < 5; nth++) {
      const { receive, id } = await inbox.addWebhook({ send_url: otherSide('busy').sendUrl })
      for (let of = 0; of < 5; of++) await receive({ thread_id: `T-${of}` })
      await scratch.sql`
        with replies as (
          insert into messages (store_id, id, conversation_id, channel_id, kind, body, delivery_status)
          select store_id, gen_random_uuid(), id, channel_id, 'reply', 'x', 'queued' from conversations where channel_id = ${id}
          returning store_id, id, conversation_id, channel_id)
        insert into message_outbox (store_id, message_id, conversation_id, channel_id, due_at)
        select store_id, id, conversation_id, channel_id, now() - interval '1 hour' from replies`
    }
    const other = await openShop({ through: shop.through, sql: scratch.sql })
    const side = otherSide(`till-${crypto.randomUUID()}`)
    const till = await inboxOf(other).addWebhook({ send_url: side.sendUrl })
    await till.receive()
    await side.answer({ status: 503 })
    const { id } = await inboxOf(other).only()
    const sent = await inboxOf(other).reply(id)
    await scratch.sql`update message_outbox set due_at = now() where message_id = ${sent.id}`
    const [claimed] = await scratch.sql`select app.claim_outbox(gen_random_uuid(), 20) as claimed`
    const taken = z.array(z.looseObject({ message_id: z.string() })).parse(claimed?.['claimed'])
    expect(taken).toHaveLength(16)
    expect(taken.map(({ message_id }) => message_id)).toContain(sent.id)
  })
})

test('a reply whose Worker was stopped before sending is sent within a minute', async () => {
  const { conversation, meta } = await onWhatsApp()
  // The request is answered, but nothing runs after the response.
  const bindings = { ...env, DATABASE_URL: scratch.databaseUrl }
  const context = createExecutionContext()
  const abandoned = Object.assign(context, { waitUntil: () => {} })
  const answer = await worker.fetch(
    new Request(`https://commerce.test/api/inbox/conversations/${conversation}/messages`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${shop.owner.token}`, 'Content-Type': 'application/json' },
      body: '{"kind":"reply","body":"Yes"}',
    }),
    { ...bindings, RATE_LIMITER: undefined },
    abandoned,
  )
  expect(answer.status).toBe(201)
  expect(await meta.calls()).toEqual([])
  await minute()
  expect(await taken(meta)).toBe(1)
  await waitOnExecutionContext(context)
})

test('the job of every minute reopens snoozed conversations', async () => {
  const { conversation } = await onTill()
  await client(shop.owner.token, service(undefined, { DATABASE_URL: scratch.databaseUrl })).patch(
    `/api/inbox/conversations/${conversation}`,
    {
      status: 'snoozed',
      snoozed_until: new Date(Date.now() + 60_000).toISOString(),
    },
  )
  await minute()
  expect(await inbox.get(conversation)).toMatchObject({ status: 'snoozed' })
  await scratch.sql`update conversations set snoozed_until = now() - interval '1 second' where id = ${conversation}`
  const { version } = await inbox.get(conversation)
  await minute()
  await minute()
  expect(await inbox.get(conversation)).toMatchObject({ status: 'open', version: version + 1 })
  const events =
    await scratch.sql`select actor_kind from events where subject_id = ${conversation} and type = 'conversation.woken'`
  expect(events).toEqual([{ actor_kind: 'system' }])
})
