import type * as z from 'zod'
import type { Attachment } from '../../../platform/db/schema/message-kinds.ts'
import { isId } from '../../../platform/values/ids.ts'
import {
  type Arrival,
  type ArrivedMessage,
  asSent,
  type ChangedMessage,
  idOf,
  isNothing,
  timeOf,
  unknownSender,
} from './arrival.ts'
import { type Attached, type Edit, Entry, Event, Hook, type Message } from './messenger-shapes.ts'

/** What an event can be about besides a message: nobody has to answer it. */
const notMessages = [
  'delivery',
  'read',
  'optin',
  'referral',
  'account_linking',
  'app_roles',
  'policy_enforcement',
  'pass_thread_control',
  'take_thread_control',
  'request_thread_control',
  'game_play',
  'response_feedback',
  'template_comment',
]

/** Reads a webhook request of the Messenger Platform, for one page or Instagram account. */
export const fromMessenger = (payload: unknown, account: string): Arrival[] =>
  (Hook.safeParse(payload).data?.entry ?? [])
    .flatMap((entry) => Entry.safeParse(entry).data?.messaging ?? [])
    .flatMap((event) => {
      const { data } = Event.safeParse(event)
      if (!data) return []
      const { sender, recipient } = data
      const isFromStore = sender.id === account
      // Of another page of the same app.
      return isFromStore || (recipient.id ?? account) === account ? arrivalsOf(data, event, isFromStore) : []
    })

function arrivalsOf(event: Event, original: unknown, isFromStore: boolean): Arrival[] {
  const { sender, recipient, timestamp, message, message_edit, postback, reaction, delivery, read } = event
  const sent_at = timeOf(timestamp)
  const thread_key = (isFromStore ? recipient.id : sender.id) ?? unknownSender
  const from = { kind: isFromStore ? 'reply' : 'message', thread_key, sent_at } as const
  const arrived = { event: 'message', ...from } as const
  const changed = { event: 'change', ...from } as const
  if (message?.is_deleted && message.mid !== undefined)
    return [{ ...changed, provider_message_id: message.mid, type: 'deleted', body: '', is_erased: true }]
  if (message_edit) return editOf(message_edit, { ...changed, provider_message_id: message_edit.mid }, original)
  if (message && !isNothing(message))
    return [{ ...arrived, provider_message_id: idOf(message.mid, original), ...contentOf(message) }]
  if (postback) {
    const { mid = `postback ${thread_key} ${timestamp}`, title, payload } = postback
    return [{ ...arrived, provider_message_id: mid, type: 'postback', body: title, data: { id: payload } }]
  }
  if (reaction) return isFromStore ? [] : [{ ...arrived, ...reactionOf(reaction, thread_key, timestamp) }]
  if (delivery)
    return delivery.mids.map((mid) => ({ event: 'delivery', provider_message_id: mid, status: 'delivered' }))
  if (read?.mid !== undefined) return [{ event: 'delivery', provider_message_id: read.mid, status: 'read' }]
  const until = timeOf(read?.watermark ?? NaN)
  if (until !== undefined) return [{ event: 'read', thread_key, until }]
  const about = Object.keys(event).filter((name) => !['sender', 'recipient', 'timestamp'].includes(name))
  if (about.length === 0 || about.some((name) => notMessages.includes(name))) return []
  const data = { provider_type: about.join(' ').slice(0, 100), content: asSent(original) }
  return [{ ...arrived, provider_message_id: idOf(undefined, original), type: 'unsupported', body: '', data }]
}

/**
 * Instagram also reports messages that nobody edited, with num_edit 0 and without their text: such an event tells that there is a
 * message, which may still arrive.
 */
function editOf({ text, num_edit }: Edit, changed: Omit<ChangedMessage, 'body'>, original: unknown): Arrival[] {
  if (text !== undefined && num_edit !== 0) return [{ ...changed, body: text }]
  if (changed.thread_key === unknownSender || changed.kind === 'reply') return []
  const [type, body] = text === undefined ? (['unsupported', ''] as const) : (['text', text] as const)
  const data = { provider_type: 'message_edit', content: asSent(original) }
  return [{ ...changed, event: 'message', type, body, data, original: { is_missing: true, is_unread: true } }]
}

type Content = Pick<ArrivedMessage, 'type' | 'body' | 'attachments' | 'data' | 'in_reply_to' | 'message_id'>

function contentOf(message: Message): Content {
  const { text, attachments, quick_reply, reply_to, is_unsupported, metadata } = message
  const [first] = attachments
  const location = first?.payload?.coordinates
  const type = is_unsupported ? 'unsupported' : first ? typeOf(first) : quick_reply ? 'interactive' : 'text'
  return {
    type,
    body: text,
    attachments: attachments.map(attachmentOf),
    data: {
      ...(location && { latitude: location.lat, longitude: location.long }),
      ...(quick_reply?.payload !== undefined && { id: quick_reply.payload }),
      ...(type === 'unsupported' && { provider_type: first?.type ?? 'unsupported', content: asSent(message) }),
    },
    in_reply_to: reply_to?.mid,
    ...(metadata !== undefined && isId(metadata) && { message_id: metadata }),
  }
}

const types: Readonly<Record<string, ArrivedMessage['type']>> = {
  image: 'image',
  audio: 'audio',
  video: 'video',
  file: 'document',
  location: 'location',
}

function typeOf({ type, payload }: z.output<typeof Attached>): ArrivedMessage['type'] {
  if (payload?.sticker_id !== undefined) return 'sticker'
  return (Object.hasOwn(types, type) ? types[type] : undefined) ?? 'unsupported'
}

const attachmentOf = ({ type, payload }: z.output<typeof Attached>): Attachment => ({
  type,
  url: payload?.url,
  name: payload?.title,
})

/** Reactions have no id of their own. */
function reactionOf(
  { mid, action, emoji, reaction }: NonNullable<Event['reaction']>,
  sender: string,
  timestamp: number,
): Content & { provider_message_id: string } {
  return {
    provider_message_id: `reaction ${mid} ${sender} ${timestamp}`,
    type: 'reaction',
    body: action === 'unreact' ? '' : emoji || reaction,
    data: { to_message_id: mid },
  }
}
