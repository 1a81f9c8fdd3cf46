import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { id, newId } from '../../../platform/values/ids.ts'
import { operation } from '../../../platform/operation/operation.ts'
import { refusal, type Refusals } from '../../../platform/operation/refusals.ts'
import { Text } from '../../../platform/values/text.ts'
import type { ChannelKind } from '../channels/channel.ts'
import { Message, readMessage, toMessage } from './message.ts'

/** The longest message that each provider accepts. They measure in different units. */
const limits: readonly { kind: ChannelKind; max: number; sizeOf: (body: string) => number; unit: string }[] = [
  { kind: 'whatsapp', max: 4096, sizeOf: (body) => body.length, unit: 'characters' },
  { kind: 'messenger', max: 2000, sizeOf: (body) => body.length, unit: 'characters' },
  { kind: 'instagram', max: 1000, sizeOf: (body) => new TextEncoder().encode(body).length, unit: 'bytes of UTF-8' },
]

const reasons = ['channel_removed', 'no_email_address', 'no_email_channel', 'no_send_url'] as const

const cannotReply: Readonly<Record<(typeof reasons)[number], string>> = {
  channel_removed: 'The channel of this conversation was removed, so you cannot reply. You can still add a note.',
  no_email_address: 'The customer left no email address to reply to. Reach them in another way, and add a note.',
  no_email_channel:
    'Contact form messages are answered by email, and this store has no email channel with a send_url. An owner or admin can create one with POST /api/inbox/channels.',
  no_send_url:
    'This channel has no send_url for replies. An owner or admin can set it with PATCH /api/inbox/channels/{id}.',
}

/** What app.post_message refuses. */
const messageRefusals = {
  cannot_reply: refusal('cannot_reply', { reason: z.enum(reasons) }, ({ reason }) => cannotReply[reason]),
  limit_reached: refusal(
    'limit_reached',
    { max_unsent: z.int(), of: z.enum(['conversation', 'channel']) },
    ({ max_unsent, of }) =>
      `${max_unsent} replies of this ${of} are not sent yet, which is the limit. Send this one once delivery_status of the earlier ones has changed.`,
    { members: () => ({}) },
  ),
  body_too_long: refusal(
    'invalid_input',
    { limit: z.string() },
    ({ limit }) => `Messages on this channel can have at most ${limit}. Split the message.`,
    { problem: 'too_big', pointer: '/body', members: () => ({}) },
  ),
} as const satisfies Refusals

/** A reply is returned as `queued` and sent afterwards; `delivery_status` shows its progress. */
export const sendMessage = operation(
  {
    name: 'send_message',
    scope: 'inbox:write',
    input: z.strictObject({
      conversation_id: id('conversation'),
      body: Text(20_000).min(1),
      kind: z.enum(['reply', 'note']).describe('reply: sent to the customer. note: seen only by members of the store'),
    }),
    output: Message,
    refusals: messageRefusals,
  },
  async ({ write }, input) => {
    const exceeded = limits.filter(({ max, sizeOf }) => sizeOf(input.body) > max)
    const too_long_for = Object.fromEntries(exceeded.map(({ kind, max, unit }) => [kind, `${max} ${unit}`]))
    const message = JSON.stringify({ ...input, id: newId(), too_long_for })
    return toMessage(
      await write({ call: (key) => sql`app.post_message(${message}::jsonb, ${key})`, read: readMessage }),
    )
  },
)
