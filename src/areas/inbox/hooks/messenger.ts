import * as z from 'zod'
import type { Attachment } from '../../../platform/db/schema/message-kinds.ts'
import { isId } from '../../../platform/values/ids.ts'
import { type Arrival, type ArrivedMessage, timeOf } from './arrival.ts'

const Text = z.string().catch('')
const Party = z.looseObject({ id: z.string().min(1) })

const Attached = z.looseObject({
  type: Text,
  payload: z
    .looseObject({
      url: z.string().optional().catch(undefined),
      title: z.string().optional().catch(undefined),
      sticker_id: z.unknown().optional(),
      coordinates: z.looseObject({ lat: z.number(), long: z.number() }).optional().catch(undefined),
    })
    .nullish()
    .catch(undefined),
})

const Event = z.looseObject({
  sender: Party,
  recipient: Party,
  timestamp: z.coerce.number().catch(NaN),
  message: z
    .looseObject({
      mid: z.string().min(1),
      text: Text,
      attachments: z.array(Attached).max(100).catch([]),
      quick_reply: z.looseObject({ payload: z.string().optional() }).optional().catch(undefined),
      reply_to: z.looseObject({ mid: z.string().optional() }).optional().catch(undefined),
      is_echo: z.boolean().optional(),
      is_deleted: z.boolean().optional(),
      is_unsupported: z.boolean().optional(),
      metadata: z.string().optional().catch(undefined),
    })
    .optional(),
  postback: z
    .looseObject({ mid: z.string().min(1).optional(), title: Text, payload: z.string().optional().catch(undefined) })
    .optional(),
  reaction: z.looseObject({ mid: z.string().min(1), action: Text, emoji: Text, reaction: Text }).optional(),
  delivery: z.looseObject({ mids: z.array(z.string()).max(1000).catch([]) }).optional(),
  read: z.looseObject({ watermark: z.number().optional(), mid: z.string().optional() }).optional(),
})

type Event = z.output<typeof Event>
type Message = NonNullable<Event['message']>

const Hook = z.looseObject({
  entry: z.array(z.looseObject({ messaging: z.array(z.unknown()).catch([]) })),
})

/** Reads a webhook request of the Messenger Platform, for one page or Instagram account. */
export const fromMessenger = (payload: unknown, account: string): Arrival[] =>
  (Hook.safeParse(payload).data?.entry ?? [])
    .flatMap(({ messaging }) => messaging)
    .flatMap((event) => Event.safeParse(event).data ?? [])
    .filter(({ sender, recipient }) => sender.id === account || recipient.id === account)
    .flatMap((event) => arrivalsOf(event, event.sender.id === account))

function arrivalsOf(event: Event, isFromStore: boolean): Arrival[] {
  const { sender, recipient, timestamp, message, postback, reaction, delivery, read } = event
  const sent_at = timeOf(timestamp)
  const thread_key = isFromStore ? recipient.id : sender.id
  const from = { event: 'message', kind: isFromStore ? 'reply' : 'message', thread_key, sent_at } as const
  if (message?.is_deleted) return [{ event: 'deleted', provider_message_id: message.mid }]
  if (message) return [{ ...from, ...contentOf(message) }]
  if (postback) {
    const { mid = `postback ${thread_key} ${timestamp}`, title, payload } = postback
    return [{ ...from, provider_message_id: mid, type: 'postback', body: title, data: { id: payload } }]
  }
  if (reaction && !isFromStore) return [{ ...from, ...reactionOf(reaction, thread_key, timestamp) }]
  if (delivery)
    return delivery.mids.map((mid) => ({ event: 'delivery', provider_message_id: mid, status: 'delivered' }))
  if (read?.mid !== undefined) return [{ event: 'delivery', provider_message_id: read.mid, status: 'read' }]
  const until = timeOf(read?.watermark ?? NaN)
  return until === undefined ? [] : [{ event: 'read', thread_key, until }]
}

type Content = Pick<
  ArrivedMessage,
  'provider_message_id' | 'type' | 'body' | 'attachments' | 'data' | 'in_reply_to' | 'message_id'
>

function contentOf({ mid, text, attachments, quick_reply, reply_to, is_unsupported, metadata }: Message): Content {
  const [first] = attachments
  const location = first?.payload?.coordinates
  const type = is_unsupported ? 'unsupported' : first ? typeOf(first) : quick_reply ? 'interactive' : 'text'
  return {
    provider_message_id: mid,
    type,
    body: text,
    attachments: attachments.map(attachmentOf),
    data: {
      ...(location && { latitude: location.lat, longitude: location.long }),
      ...(quick_reply?.payload !== undefined && { id: quick_reply.payload }),
      ...(type === 'unsupported' && { provider_type: first?.type ?? 'unsupported' }),
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
): Content {
  return {
    provider_message_id: `reaction ${mid} ${sender} ${timestamp}`,
    type: 'reaction',
    body: action === 'unreact' ? '' : emoji || reaction,
    data: { to_message_id: mid },
  }
}
