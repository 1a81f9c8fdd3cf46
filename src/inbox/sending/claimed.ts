import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '../../db/client.ts'
import { channelKinds } from '../../db/schema/inbox.ts'
import { newId } from '../../ids.ts'

/** A reply that is to be sent, as app.claim_outbox hands it over. */
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

export type ConversationKey = { readonly store_id: string; readonly conversation_id: string }

/** Takes what is due for 90 seconds: of one conversation, or of all stores so many. */
export async function claim(database: Database, of: ConversationKey | null, limit: number): Promise<Claimed[]> {
  const lease = newId()
  const [{ rows }] = await database.batch(
    (db) => [
      db.execute(sql`select app.claim_outbox(
        ${lease}, ${of?.store_id ?? null}, ${of?.conversation_id ?? null}, ${limit}) as claimed`),
    ],
    () => {},
  )
  return z
    .array(Claimed)
    .parse(rows[0]?.['claimed'])
    .map((one) => ({ ...one, lease }))
}

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
