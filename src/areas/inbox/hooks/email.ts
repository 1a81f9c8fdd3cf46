import * as z from 'zod'
import { Email, maybe } from '../../../platform/values/text.ts'
import type { Arrival } from './arrival.ts'
import { Files, SentAt } from './webhook.ts'

const MessageId = z.string().trim().min(1).max(998)

/** What a provider of inbound email posts: one message per request, with fields as in RFC 5322. */
export const InboundEmail = z.strictObject({
  from: z.union([
    Email.transform((address) => ({ address, name: undefined })),
    z.strictObject({ address: Email, name: maybe(z.string().trim().max(200)) }),
  ]),
  to: z.union([Email, z.array(Email).max(100)]).optional(),
  subject: maybe(z.string().max(2000)),
  text: z.string(),
  message_id: MessageId,
  in_reply_to: maybe(MessageId),
  references: maybe(z.array(MessageId).max(100)),
  attachments: Files,
  sent_at: SentAt,
})

export function fromEmail(email: z.output<typeof InboundEmail>): Arrival[] {
  const { from, subject, text, message_id, in_reply_to, references = [], attachments, sent_at } = email
  return [
    {
      event: 'message',
      kind: 'message',
      type: 'text',
      provider_message_id: message_id,
      // Identified by the thread's first message, even if that one was never received, and by the sender.
      thread_key: `${references[0] ?? in_reply_to ?? message_id} ${from.address.toLowerCase()}`,
      in_reply_to,
      references,
      sender_name: from.name ?? undefined,
      sender_email: from.address,
      subject,
      body: text,
      attachments: attachments ?? [],
      sent_at,
    },
  ]
}
