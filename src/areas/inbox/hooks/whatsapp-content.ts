import * as z from 'zod'
import type { Attachment } from '../../../platform/db/schema/message-kinds.ts'
import { type ArrivedMessage, asSent } from './arrival.ts'

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

export type Content = Pick<ArrivedMessage, 'type' | 'body' | 'attachments' | 'data'>

const media = (type: 'image' | 'audio' | 'video' | 'document' | 'sticker') =>
  z.looseObject({ [type]: Media }).transform((message): Content => {
    const { id, url, mime_type, caption = '', filename } = Media.parse(message[type])
    const attachment: Attachment = { type, media_id: id, url, mime_type, name: filename }
    return { type, body: caption, attachments: [attachment] }
  })

/** How to read each type of message (developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages). */
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

/** What a message says. One of a type that cannot be read is kept as it was sent. */
export const contentOf = (type: string, message: unknown): Content =>
  (Object.hasOwn(contents, type) ? contents[type]?.safeParse(message).data : undefined) ?? {
    type: 'unsupported',
    body: '',
    data: { provider_type: type.slice(0, 100), content: asSent(message) },
  }
