import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '../../db/client.ts'
import { channelKinds } from '../../db/schema/inbox.ts'
import { newId } from '../../ids.ts'

/** A reply that is to be sent, as app.leased_replies hands it over. */
const Claimed = z.object({
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

export type Claimed = z.output<typeof Claimed> & { readonly lease: string }

/** Where to look for the next reply of a conversation. A message of it has these. */
export type Conversation = {
  readonly store_id: string
  readonly conversation_id: string
  readonly channel_id: string
}

/** Takes the conversation's next reply for 90 seconds, if it is due. */
export async function claimNext(database: Database, of: Conversation): Promise<Claimed | undefined> {
  const lease = newId()
  const [, { rows }] = await database.batch(
    (db) => [
      db.execute(sql`select app.enter_channel(${of.channel_id})`),
      db.execute(sql`select app.claim_conversation(${lease}, ${of.store_id}, ${of.conversation_id}) as claimed`),
    ],
    () => {},
  )
  return claimedOf(rows, lease)[0]
}

/** Takes what is due in all stores, so many at most, for 90 seconds. `jobs`: the database as the crons may use it. */
export async function claimDue(jobs: Database, limit: number): Promise<Claimed[]> {
  const lease = newId()
  const [{ rows }] = await jobs.batch(
    (db) => [db.execute(sql`select app.claim_outbox(${lease}, null, null, ${limit}) as claimed`)],
    () => {},
  )
  return claimedOf(rows, lease)
}

const claimedOf = (rows: readonly Record<string, unknown>[], lease: string): Claimed[] =>
  z
    .array(Claimed)
    .parse(rows[0]?.['claimed'])
    .map((one) => ({ ...one, lease }))

/** Writes down what became of it, with the channel's store open. */
export async function settle(
  database: Database,
  { channel, message_id, lease }: Claimed,
  settlement: Readonly<Record<string, unknown>>,
): Promise<void> {
  await database.batch(
    (db) => [
      db.execute(sql`select app.enter_channel(${channel.id})`),
      db.execute(
        sql`select app.settle_message(${channel.id}, ${message_id}, ${lease}, ${JSON.stringify(settlement)}::jsonb)`,
      ),
    ],
    () => {},
  )
}
