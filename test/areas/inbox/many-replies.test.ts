import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { inboxOf, whatsAppMessage } from '../../support/inbox.ts'
import { whatsAppCall } from '../../support/meta-calls.ts'
import { onLoopback, otherSide } from '../../support/outside/outside.ts'
import { openScratch, type Scratch } from '../../support/scratch.ts'
import { service } from '../../support/service.ts'
import { expectProblem, openShop, type Shop } from '../../support/shop.ts'

// With a database of its own, because the job of every minute covers all stores.

let scratch: Scratch
let shop: Shop
let inbox: ReturnType<typeof inboxOf>
beforeEach(async () => {
  scratch = await openScratch()
  shop = await openShop({
    through: service(undefined, { DATABASE_URL: scratch.databaseUrl, ...onLoopback }),
    sql: scratch.sql,
  })
  inbox = inboxOf(shop)
})

async function onTill() {
  const side = otherSide(`till-${crypto.randomUUID()}`)
  const till = await inbox.addWebhook({ send_url: side.sendUrl })
  await till.receive()
  const [conversation] = await inbox.conversations(`?channel_id=${till.id}`)
  return { ...till, conversation: conversation?.id ?? '' }
}

/** Seconds until a reply may be leased; undefined once it has left the outbox. */
const due = async (id: string) =>
  z
    .array(z.object({ seconds: z.coerce.number() }))
    .parse(
      await scratch.sql`select extract(epoch from due_at - now()) as seconds from message_outbox where message_id = ${id}`,
    )[0]?.seconds

describe('very many replies', () => {
  /** Queued without being sent, as by a channel that does not answer. */
  const queue = async ({ id, conversation }: { id: string; conversation: string }, count: number) => {
    await scratch.sql`with made as (
        insert into messages (store_id, id, conversation_id, channel_id, kind, body, delivery_status)
        select ${shop.store.id}, uuidv7(), ${conversation}, ${id}, 'reply', 'Tomorrow', 'queued' from generate_series(1, ${count}::int)
        returning store_id, id)
      insert into message_outbox (store_id, message_id, conversation_id, channel_id) select store_id, id, ${conversation}, ${id} from made`
  }

  test('of a conversation or of a channel that are not sent yet are refused', async () => {
    const till = await onTill()
    await queue(till, 50)
    const reply = (conversation: string) =>
      shop.owner.post(`/api/inbox/conversations/${conversation}/messages`, { kind: 'reply', body: 'One more' })
    expect(expectProblem(await reply(till.conversation), 409, 'limit_reached').detail).toContain(
      '50 replies of this conversation',
    )
    const note = await shop.owner.post(`/api/inbox/conversations/${till.conversation}/messages`, {
      kind: 'note',
      body: 'Busy',
    })
    expect(note.status).toBe(201)
    await till.receive({ thread_id: 'another' })
    const [other] = await inbox.conversations(`?channel_id=${till.id}`)
    expect(other?.id).not.toBe(till.conversation)
    await queue(till, 950)
    expect(expectProblem(await reply(other?.id ?? ''), 409, 'limit_reached').detail).toContain(
      '1000 replies of this channel',
    )
  })

  test('behind one that waits to be tried again are not looked at, and go on once it needs no other attempt', async () => {
    const { id, account, send, access_token } = await inbox.addMeta('whatsapp')
    await send(whatsAppMessage(account))
    const [{ id: conversation } = { id: '' }] = await inbox.conversations(`?channel_id=${id}`)
    const meta = otherSide(access_token)
    // The attempt of the first one ends while the others are queued behind it.
    await meta.answer({ held: true, status: 503 })
    const queued = ['One', 'Two', 'Three'].map((body) => inbox.reply(conversation, body))
    await expect.poll(async () => (await scratch.sql`select from message_outbox`).length).toBe(3)
    await meta.release()
    const waits = async () =>
      Promise.all((await Promise.all(queued)).map(async (reply) => (await due(reply.id)) ?? NaN))
    for (const seconds of await waits()) expect(seconds).toBeGreaterThan(10)
    const [call] = await meta.calls()
    const status = { id: 'wamid.LATER', status: 'sent', timestamp: '1763712000', recipient_id: '96550000001' }
    await send(
      whatsAppCall(account, {
        statuses: [{ ...status, biz_opaque_callback_data: call?.body['biz_opaque_callback_data'] }],
      }),
    )
    const after = await waits()
    expect(after.filter(Number.isNaN)).toHaveLength(1)
    for (const seconds of after) expect(seconds > 1).toBe(false)
  })

  test('that fail come after the first attempt of another, but before it in a quarter of the claims', async () => {
    for (const [last, failsFirst] of [
      ['f', false],
      ['0', true],
    ] as const) {
      await scratch.sql`delete from message_outbox`
      const [failing, fresh] = [await onTill(), await onTill()]
      await queue(failing, 1)
      await queue(fresh, 1)
      await scratch.sql`update message_outbox set attempts = 3, due_at = now() - interval '1 hour' where channel_id = ${failing.id}`
      const claimed = async () => {
        const lease = crypto.randomUUID().replace(/.$/, last)
        const [row] = await scratch.sql`select app.claim_outbox(${lease}, 1) -> 0 -> 'channel' ->> 'id' as channel`
        return row?.['channel']
      }
      const order = failsFirst ? [failing.id, fresh.id] : [fresh.id, failing.id]
      expect([await claimed(), await claimed()]).toEqual(order)
    }
  })
})
