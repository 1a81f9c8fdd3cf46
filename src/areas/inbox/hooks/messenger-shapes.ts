import * as z from 'zod'

// Webhooks of the Messenger Platform and of Instagram, as described at developers.facebook.com/documentation/business-messaging/
// messenger-platform/webhooks/webhook-events (and …/message-edits) and instagram-platform/webhooks/examples.

const Text = z.string().catch('')
const Id = z.string().min(1).optional().catch(undefined)
const Party = z.looseObject({ id: Id }).catch({})

export const Attached = z.looseObject({
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

export const Event = z.looseObject({
  sender: Party,
  recipient: Party,
  timestamp: z.coerce.number().catch(NaN),
  message: z
    .looseObject({
      mid: Id,
      text: Text,
      attachments: z.array(Attached).max(100).catch([]),
      quick_reply: z.looseObject({ payload: z.string().optional() }).optional().catch(undefined),
      reply_to: z.looseObject({ mid: z.string().optional() }).optional().catch(undefined),
      is_echo: z.boolean().optional().catch(undefined),
      is_deleted: z.boolean().optional().catch(undefined),
      is_unsupported: z.boolean().optional().catch(undefined),
      metadata: z.string().optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  message_edit: z
    .looseObject({
      mid: z.string().min(1),
      text: z.string().optional().catch(undefined),
      num_edit: z.coerce.number().catch(NaN),
    })
    .optional()
    .catch(undefined),
  postback: z
    .looseObject({ mid: Id, title: Text, payload: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
  reaction: z
    .looseObject({ mid: z.string().min(1), action: Text, emoji: Text, reaction: Text })
    .optional()
    .catch(undefined),
  delivery: z
    .looseObject({ mids: z.array(z.string()).max(1000).catch([]) })
    .optional()
    .catch(undefined),
  read: z
    .looseObject({ watermark: z.number().optional().catch(undefined), mid: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
})

export type Event = z.output<typeof Event>
export type Message = NonNullable<Event['message']>
export type Edit = NonNullable<Event['message_edit']>

export const Hook = z.looseObject({ entry: z.array(z.unknown()) })
export const Entry = z.looseObject({ messaging: z.array(z.unknown()) })
