import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '../../../platform/db/client.ts'
import { channelKinds } from '../../../platform/db/schema/inbox.ts'
import type { Settlement } from '../../../platform/outside/sending/outcome.ts'
import { newId } from '../../../platform/values/ids.ts'
import { storable } from '../../../platform/values/text.ts'

/** A reply to send, as app.leased_replies returns it. */
const LeasedReply = z.object({
  store_id: z.string(),
  conversation_id: z.string(),
  message_id: z.string(),
  attempt: z.int(),
  interrupted: z.boolean(),
  channel: z.object({
    id: z.string(),
    kind: z.enum(channelKinds),
    account_id: z.string().nullable(),
    settings: z.record(z.string(), z.string()),
    credentials: z.record(z.string(), z.string()),
  }),
  to: z.object({
    thread_key: z.string(),
    name: z.string().nullable(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
  }),
  subject: z.string().nullable(),
  body: z.string(),
  provider_message_id: z.string().nullable(),
  in_reply_to: z.string().nullable(),
  sent_at: z.string(),
})

export type QueuedReply = z.output<typeof LeasedReply> & { readonly lease: string }

/** Identifies a conversation. Each of its messages has these fields. */
export type ConversationRef = {
  readonly store_id: string
  readonly conversation_id: string
  readonly channel_id: string
}

/** Leases the conversation's next reply for 90 seconds, if it is due. */
export async function claimNext(database: Database, conversation: ConversationRef): Promise<QueuedReply[]> {
  const lease = newId()
  const [, { rows }] = await database.batch(
    (db) => [
      db.execute(sql`select app.enter_channel(${conversation.channel_id})`),
      db.execute(
        sql`select app.claim_conversation(${lease}, ${conversation.store_id}, ${conversation.conversation_id}) as claimed`,
      ),
    ],
    () => {},
  )
  return leasedIn(rows, lease)
}

/** Leases up to `limit` replies that are due, of any store, for 90 seconds. `jobs`: the database role of the crons. */
export async function claimDue(jobs: Database, limit: number): Promise<QueuedReply[]> {
  const lease = newId()
  const [{ rows }] = await jobs.batch(
    (db) => [db.execute(sql`select app.claim_outbox(${lease}, ${limit}) as claimed`)],
    () => {},
  )
  return leasedIn(rows, lease)
}

const leasedIn = (rows: readonly Record<string, unknown>[], lease: string): QueuedReply[] =>
  z
    .array(LeasedReply)
    .parse(rows[0]?.['claimed'])
    .map((reply) => ({ ...reply, lease }))

/** Records the result of an attempt and ends the lease. */
export async function settle(
  database: Database,
  { channel, message_id, lease }: QueuedReply,
  settlement: Settlement<string | null>,
): Promise<void> {
  const outcome = JSON.stringify(outcomeJson(settlement))
  await database.batch(
    (db) => [
      db.execute(sql`select app.enter_channel(${channel.id})`),
      db.execute(sql`select app.settle_message(${channel.id}, ${message_id}, ${lease}, ${outcome}::jsonb)`),
    ],
    () => {},
  )
}

/** In the format of app.settle_message. */
function outcomeJson(settlement: Settlement<string | null>) {
  if (settlement.kind === 'sent') return { sent: settlement.receipt }
  const { code } = settlement
  const reason = storable(settlement.reason)
  return settlement.kind === 'retry'
    ? { retry_after: settlement.pauseSeconds, code, reason }
    : { failed: true, code, reason }
}
