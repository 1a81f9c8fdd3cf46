import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { Refusal } from '../../db/failure.ts'
import { refused, ServiceError } from '../../errors.ts'
import { id, newId } from '../../ids.ts'
import { operation } from '../../operation.ts'
import { Text } from '../../text.ts'
import type { ChannelKind } from '../channels/channel.ts'
import { Message, readMessage, toMessage } from './message.ts'

/** What providers take at most, each by its own measure. */
const limits: readonly { kind: ChannelKind; most: number; sizeOf: (body: string) => number; unit: string }[] = [
  { kind: 'whatsapp', most: 4096, sizeOf: (body) => body.length, unit: 'characters' },
  { kind: 'messenger', most: 2000, sizeOf: (body) => body.length, unit: 'characters' },
  { kind: 'instagram', most: 1000, sizeOf: (body) => new TextEncoder().encode(body).length, unit: 'bytes of UTF-8' },
]

/** A reply is answered as `queued`: it is on its way, and `delivery_status` says how far. */
export const sendMessage = operation(
  {
    name: 'send_message',
    scope: 'inbox:write',
    input: z.strictObject({
      conversation_id: id('conversation'),
      body: Text(20_000).min(1),
      kind: z.enum(['reply', 'note']).describe('reply: to the customer. note: for the members of the store alone'),
    }),
    output: Message,
  },
  async ({ write }, input) => {
    const tooLong = limits.filter(({ most, sizeOf }) => sizeOf(input.body) > most)
    const too_long_for = Object.fromEntries(tooLong.map(({ kind, most, unit }) => [kind, `${most} ${unit}`]))
    const message = JSON.stringify({ ...input, id: newId(), too_long_for })
    try {
      return toMessage(
        await write({ call: (key) => sql`app.post_message(${message}::jsonb, ${key})`, read: readMessage }),
      )
    } catch (error) {
      throw sendFailure(error)
    }
  },
)

/** Why nothing can be sent, by what the database says. */
const reasons: Readonly<Record<string, string>> = {
  channel_removed: 'The channel of this conversation was removed, so nothing can be sent by it. A note can be left.',
  no_email_address: 'The customer left no e-mail address to answer to. Reach them in another way, and leave a note.',
  no_email_channel:
    'A contact form is answered by e-mail, and the store has no e-mail channel with a send_url. Owners and admins make one with POST /api/inbox/channels.',
  no_send_url:
    'The channel has no send_url to post replies to. Owners and admins set it with PATCH /api/inbox/channels/{id}.',
}

function sendFailure(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error
  if (error.code === 'body_too_long')
    return refused('invalid_input', [
      { pointer: '/body', code: 'too_big', detail: `This channel takes ${error.detail} at most. Send it in parts.` },
    ])
  if (error.code !== 'cannot_reply') return error
  return new ServiceError('cannot_reply', reasons[error.detail] ?? 'Nothing can be sent by this channel.', {
    extra: { reason: error.detail },
  })
}
