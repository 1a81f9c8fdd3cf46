import type { Attachment, messageTypes } from '../../../platform/db/schema/message-kinds.ts'

/** An incoming message, as app.receive_message takes it. `reply`: written by the store elsewhere, such as on its phone. */
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
  /** The service's own id of a reply that it sent, if the provider returns it. */
  readonly message_id?: string | undefined
}

/** Anything that a hook request can contain, as app.receive_hook takes it. */
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

/** Converts a provider's timestamp; undefined if it is invalid. */
export function timeOf(ms: number): string | undefined {
  return ms >= 0 && ms <= 8.64e15 ? new Date(ms).toISOString() : undefined
}
