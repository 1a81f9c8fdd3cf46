import * as z from 'zod'
import { phoneOf } from '../../../platform/values/phone.ts'
import { Identifier } from '../../../platform/values/pasted.ts'
import { DayOrMoment, Email, Line, maybe } from '../../../platform/values/text.ts'
import type { Arrival } from './arrival.ts'

export const SentAt = maybe(DayOrMoment).describe('Default: now')

export const Files = maybe(
  z
    .array(
      z.strictObject({
        type: Line(50),
        url: z.url({ protocol: /^https$/ }).max(2048),
        name: Line(200).optional(),
        mime_type: Line(100).optional(),
      }),
    )
    .max(50),
)

/** What a merchant's own system posts: one message per request. */
export const InboundMessage = z
  .strictObject({
    message_id: maybe(Line(200)).describe(
      'A message with an id that was received before is ignored. Default: the webhook-id',
    ),
    thread_id: maybe(Identifier(200)).describe(
      "Identifies the conversation. Default: the sender's phone number or email address",
    ),
    from: z.strictObject({ name: maybe(Line(200)), phone: maybe(Identifier(50)), email: maybe(Email) }),
    subject: maybe(Line(200)),
    body: z.string().trim().max(65_536),
    attachments: Files,
    sent_at: SentAt,
  })
  .refine(({ thread_id, from }) => thread_id ?? from.phone ?? from.email, {
    path: ['thread_id'],
    message: 'thread_id, from.phone or from.email is required to identify the conversation',
    params: { code: 'required' },
  })

export async function fromWebhook(message: z.output<typeof InboundMessage>, webhookId: string): Promise<Arrival[]> {
  const { message_id, thread_id, from, subject, body, attachments, sent_at } = message
  return [
    {
      event: 'message',
      kind: 'message',
      type: 'text',
      provider_message_id: message_id ?? webhookId,
      thread_key: thread_id,
      sender_name: from.name,
      sender_phone: from.phone,
      sender_phone_e164: (await phoneOf(from.phone)) ?? undefined,
      sender_email: from.email,
      subject,
      body,
      attachments: attachments ?? [],
      sent_at,
    },
  ]
}
