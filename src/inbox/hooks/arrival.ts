import type { Attachment, messageTypes } from '../../db/schema/message-kinds.ts'

/** A message that came in: what app.receive_message takes. `reply`: one that the store's side wrote elsewhere. */
export type ArrivedMessage = {
  readonly event: 'message'
  readonly kind: 'message' | 'reply'
  readonly type: (typeof messageTypes)[number]
  readonly provider_message_id: string
  readonly thread_key?: string | undefined
  readonly sender_name?: string | undefined
  readonly sender_phone?: string | undefined
  readonly sender_phone_e164?: string | undefined
  readonly sender_email?: string | undefined
  readonly subject?: string | undefined
  readonly body: string
  readonly attachments?: readonly Attachment[]
  readonly data?: Readonly<Record<string, unknown>>
  readonly in_reply_to?: string | undefined
  readonly references?: readonly string[] | undefined
  readonly sent_at?: string | undefined
  /** Of a reply that this service sent: our own id of it, where the provider gives that back. */
  readonly message_id?: string | undefined
}

/** What one call of a hook can bring, as app.receive_hook takes it. */
export type Arrival =
  | ArrivedMessage
  | {
      readonly event: 'delivery'
      readonly provider_message_id: string
      readonly message_id?: string | undefined
      readonly status: 'sent' | 'delivered' | 'read' | 'failed'
      readonly code?: string
      readonly reason?: string
    }
  | { readonly event: 'read'; readonly thread_key: string; readonly until: string }
  | { readonly event: 'deleted'; readonly provider_message_id: string }

/** A time as providers write it, or undefined where it is none. */
export function timeOf(ms: number): string | undefined {
  return ms >= 0 && ms <= 8.64e15 ? new Date(ms).toISOString() : undefined
}
