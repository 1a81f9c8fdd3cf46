import type { Attachment, messageTypes, MissingOriginal } from '../../../platform/db/schema/message-kinds.ts'
import { storable } from '../../../platform/values/text.ts'

/** Identifies the conversation of a message. `other_keys`: further identifiers of the same person, on WhatsApp. */
type Keys = { readonly thread_key?: string | undefined; readonly other_keys?: readonly string[] }

type Phone = { readonly sender_phone?: string | undefined; readonly sender_phone_e164?: string | undefined }

/**
 * An incoming message, as app.receive_message takes it. `reply`: written by the store elsewhere, such as on its phone. `note`: what
 * the provider says of the sender.
 */
export type ArrivedMessage = Keys &
  Phone & {
    readonly event: 'message'
    readonly kind: 'message' | 'reply' | 'note'
    readonly type: (typeof messageTypes)[number]
    readonly provider_message_id: string
    readonly sender_name?: string | undefined
    readonly sender_email?: string | undefined
    readonly subject?: string | undefined
    readonly body: string
    readonly attachments?: readonly Attachment[]
    readonly data?: Readonly<Record<string, unknown>>
    readonly original?: MissingOriginal
    readonly in_reply_to?: string | undefined
    readonly references?: readonly string[] | undefined
    readonly sent_at?: string | undefined
    /** The service's own id of a reply that it sent, if the provider returns it. */
    readonly message_id?: string | undefined
  }

/** A message that was edited or deleted (type `deleted`), as app.change_message takes it. What is absent did not change. */
export type ChangedMessage = Omit<ArrivedMessage, 'event' | 'type'> & {
  readonly event: 'change'
  readonly type?: ArrivedMessage['type']
  /** Nothing of it may be kept. */
  readonly is_erased?: true
}

/** A person whose identifiers changed, as app.follow_contact takes it, with the note that says so. */
type ChangedContact = Omit<ArrivedMessage, 'event'> & {
  readonly event: 'contact'
  readonly former_keys: readonly string[]
}

/** Anything that a hook request can contain, as app.receive_hook takes it. */
export type Arrival =
  | ArrivedMessage
  | ChangedMessage
  | ChangedContact
  | (Keys & {
      readonly event: 'delivery'
      readonly provider_message_id: string
      readonly message_id?: string | undefined
      readonly status: 'sent' | 'delivered' | 'read' | 'failed'
      readonly code?: string
      readonly reason?: string
    })
  | { readonly event: 'read'; readonly thread_key: string; readonly until: string }

/** The last one with four digits for its year, as PostgreSQL reads it. */
const maxTimeMs = Date.UTC(9999, 11, 31)

/** Converts a provider's timestamp; undefined if it is invalid. */
export function timeOf(ms: number): string | undefined {
  return ms >= 0 && ms <= maxTimeMs ? new Date(ms).toISOString() : undefined
}

/** Whom a message without a sender is from. */
export const unknownSender = 'unknown'

/** The provider's id of a message. One without an id is the same as another with the same content. */
export const idOf = (id: string | undefined, message: unknown): string => id ?? `unreadable ${JSON.stringify(message)}`

/** Whether there is nothing in it that could be kept. */
export const isNothing = (message: unknown): boolean => Object.keys(Object(message)).length === 0

const maxSentLength = 20_000

/** A message that cannot be read, for people to look at. */
export function asSent(message: unknown): unknown {
  const text = JSON.stringify(message)
  return text.length <= maxSentLength ? message : storable(text.slice(0, maxSentLength))
}
