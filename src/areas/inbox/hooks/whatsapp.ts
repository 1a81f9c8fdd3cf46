import * as z from 'zod'
import type { Attachment } from '../../../platform/db/schema/message-kinds.ts'
import { isId } from '../../../platform/values/ids.ts'
import { GraphError, graphFailure } from '../sending/graph-error.ts'
import { type Arrival, type ArrivedMessage, timeOf } from './arrival.ts'

const Text = z.string().catch('')
const Media = z.looseObject({
  id: z.string().optional(),
  url: z.string().optional(),
  mime_type: z.string().optional(),
  caption: z.string().optional(),
  filename: z.string().optional(),
})
const Reply = z.looseObject({ id: z.string().optional(), title: Text, description: z.string().optional() })
const Card = z.looseObject({
  name: z.looseObject({ formatted_name: Text }).optional(),
  phones: z.array(z.looseObject({ phone: z.string().optional(), wa_id: z.string().optional() })).optional(),
})

type Content = Pick<ArrivedMessage, 'type' | 'body' | 'attachments' | 'data'>

const Envelope = z.looseObject({
  id: z.string().min(1),
  /** Users who hide their phone number have an id instead. */
  from: z.string().min(1).optional(),
  from_user_id: z.string().min(1).optional(),
  to: z.string().optional(),
  timestamp: z.coerce.number().catch(NaN),
  type: Text,
  context: z.looseObject({ id: z.string().optional() }).nullish().catch(undefined),
})

const media = (type: 'image' | 'audio' | 'video' | 'document' | 'sticker') =>
  z.looseObject({ [type]: Media }).transform((message): Content => {
    const { id, url, mime_type, caption = '', filename } = Media.parse(message[type])
    const attachment: Attachment = { type, media_id: id, url, mime_type, name: filename }
    return { type, body: caption, attachments: [attachment] }
  })

/** How to read each type of message (developers.facebook.com, "messages webhook reference"). */
const contents: Readonly<Record<string, z.ZodType<Content>>> = {
  text: z
    .looseObject({ text: z.looseObject({ body: z.string() }) })
    .transform(({ text }) => ({ type: 'text', body: text.body })),
  image: media('image'),
  audio: media('audio'),
  video: media('video'),
  document: media('document'),
  sticker: media('sticker'),
  location: z
    .looseObject({
      location: z.looseObject({ latitude: z.number(), longitude: z.number(), name: Text, address: Text }),
    })
    .transform(({ location: { latitude, longitude, name, address } }) => ({
      type: 'location',
      body: [name, address].filter((part) => part !== '').join(', '),
      data: { latitude, longitude },
    })),
  contacts: z.looseObject({ contacts: z.array(Card).max(256) }).transform(({ contacts }) => ({
    type: 'contacts',
    body: contacts.map(({ name }) => name?.formatted_name ?? '').join(', '),
    data: {
      contacts: contacts.map(({ name, phones = [] }) => ({
        name: name?.formatted_name ?? '',
        phones: phones.flatMap(({ phone, wa_id }) => phone ?? wa_id ?? []),
      })),
    },
  })),
  interactive: z
    .looseObject({
      interactive: z.looseObject({
        button_reply: Reply.optional(),
        list_reply: Reply.optional(),
        nfm_reply: z
          .looseObject({ name: z.string().optional(), body: Text, response_json: z.string().optional() })
          .optional(),
      }),
    })
    .transform(({ interactive: { button_reply, list_reply, nfm_reply } }) => {
      const { id, title, description } = button_reply ?? list_reply ?? { title: nfm_reply?.body ?? '' }
      return { type: 'interactive', body: title, data: { id, description, form: nfm_reply?.response_json } }
    }),
  button: z
    .looseObject({ button: z.looseObject({ text: Text, payload: z.string().optional() }) })
    .transform(({ button }) => ({ type: 'interactive', body: button.text, data: { id: button.payload } })),
  reaction: z
    .looseObject({ reaction: z.looseObject({ message_id: z.string(), emoji: Text }) })
    .transform(({ reaction: { message_id, emoji } }) => ({
      type: 'reaction',
      body: emoji,
      data: { to_message_id: message_id },
    })),
}

const contentOf = (type: string, message: unknown): Content =>
  (Object.hasOwn(contents, type) ? contents[type]?.safeParse(message).data : undefined) ?? {
    type: 'unsupported',
    body: '',
    data: { provider_type: type.slice(0, 100) },
  }

const Status = z.looseObject({
  id: z.string().min(1),
  status: z.enum(['sent', 'delivered', 'read', 'failed']),
  biz_opaque_callback_data: z.string().optional().catch(undefined),
  errors: z.array(GraphError).optional().catch(undefined),
})

const Value = z.looseObject({
  metadata: z.looseObject({ phone_number_id: z.string() }),
  contacts: z
    .array(
      z.looseObject({
        wa_id: z.string().optional(),
        user_id: z.string().optional(),
        profile: z.looseObject({ name: Text }).optional(),
      }),
    )
    .catch([]),
  messages: z.array(z.unknown()).catch([]),
  /** What the merchant wrote on the phone, if the number is used there as well. */
  message_echoes: z.array(z.unknown()).catch([]),
  statuses: z.array(z.unknown()).catch([]),
})

const Hook = z.looseObject({
  entry: z.array(z.looseObject({ changes: z.array(z.looseObject({ value: z.unknown() })).catch([]) })),
})

/** Reads a webhook request of the WhatsApp Cloud API, for one phone number id. */
export function fromWhatsApp(payload: unknown, account: string): Arrival[] {
  const values = (Hook.safeParse(payload).data?.entry ?? [])
    .flatMap(({ changes }) => changes)
    .flatMap(({ value }) => Value.safeParse(value).data ?? [])
  return values
    .filter(({ metadata }) => metadata.phone_number_id === account)
    .flatMap(({ contacts, messages, message_echoes, statuses }) => [
      ...messages.flatMap((message) => messageOf(message, contacts)),
      ...message_echoes.flatMap(echoOf),
      ...statuses.flatMap(statusOf),
    ])
}

function messageOf(message: unknown, contacts: z.output<typeof Value>['contacts']): Arrival[] {
  const { data } = Envelope.safeParse(message)
  const from = data?.from ?? data?.from_user_id
  if (!data || from === undefined) return []
  const contact = contacts.find(({ wa_id, user_id }) => wa_id === from || user_id === from)
  const phone = /^\d{5,15}$/.test(from) ? `+${from}` : undefined
  return [
    {
      ...arrived(data, message),
      kind: 'message',
      thread_key: from,
      sender_name: contact?.profile?.name || undefined,
      sender_phone: phone,
      sender_phone_e164: phone,
    },
  ]
}

function echoOf(message: unknown): Arrival[] {
  const { data } = Envelope.safeParse(message)
  return data?.to === undefined ? [] : [{ ...arrived(data, message), kind: 'reply', thread_key: data.to }]
}

const arrived = ({ id, timestamp, type, context }: z.output<typeof Envelope>, message: unknown) => ({
  event: 'message' as const,
  provider_message_id: id,
  sent_at: timeOf(timestamp * 1000),
  in_reply_to: context?.id,
  ...contentOf(type, message),
})

function statusOf(value: unknown): Arrival[] {
  const { data } = Status.safeParse(value)
  if (!data) return []
  const { id, status, biz_opaque_callback_data: message_id, errors } = data
  const failure = status === 'failed' ? graphFailure(errors?.[0] ?? { code: 131000 }) : undefined
  return [
    {
      event: 'delivery',
      provider_message_id: id,
      status,
      ...(message_id !== undefined && isId(message_id) && { message_id }),
      ...(failure && { code: failure.code, reason: failure.reason }),
    },
  ]
}
