import * as z from 'zod'
import { GraphError } from '../sending/graph-error.ts'

// Webhooks of the WhatsApp Cloud API, as described at developers.facebook.com/documentation/business-messaging/whatsapp/:
// webhooks/reference/messages (and …/edit, …/revoke, …/system), webhooks/reference/smb_message_echoes, business-scoped-user-ids.

const Text = z.string().catch('')
const Id = z.string().trim().min(1).optional().catch(undefined)

/** A message, or what the store wrote on its phone. A person has a number, a business-scoped user id, or both. */
export const Envelope = z.looseObject({
  id: Id,
  from: Id,
  from_user_id: Id,
  from_parent_user_id: Id,
  to: Id,
  to_user_id: Id,
  to_parent_user_id: Id,
  timestamp: z.coerce.number().catch(NaN),
  type: Text,
  context: z.looseObject({ id: Id }).nullish().catch(undefined),
  edit: z
    .looseObject({ original_message_id: z.string().min(1), message: z.looseObject({ type: Text }) })
    .optional()
    .catch(undefined),
  revoke: z
    .looseObject({ original_message_id: z.string().min(1) })
    .optional()
    .catch(undefined),
  system: z
    .looseObject({
      body: Text,
      wa_id: Id,
      /** Until version 12 of the API. */
      new_wa_id: Id,
      customer: Id,
      user_id: Id,
      parent_user_id: Id,
      previous_user_id: Id,
      previous_parent_user_id: Id,
    })
    .optional()
    .catch(undefined),
})

export type Envelope = z.output<typeof Envelope>

const Contact = z.looseObject({
  wa_id: Id,
  user_id: Id,
  parent_user_id: Id,
  profile: z.looseObject({ name: Text }).optional().catch(undefined),
})

export type Contact = z.output<typeof Contact>

export const Status = z.looseObject({
  id: z.string().min(1),
  status: z.enum(['sent', 'delivered', 'read', 'failed']),
  recipient_id: Id,
  recipient_user_id: Id,
  recipient_parent_user_id: Id,
  biz_opaque_callback_data: z.string().optional().catch(undefined),
  errors: z.array(GraphError).optional().catch(undefined),
})

const Value = z.looseObject({
  metadata: z.looseObject({ phone_number_id: z.string() }),
  contacts: z.array(Contact.catch({})).catch([]),
  messages: z.array(z.unknown()).catch([]),
  /** What the merchant wrote on the phone, if the number is used there as well. */
  message_echoes: z.array(z.unknown()).catch([]),
  statuses: z.array(z.unknown()).catch([]),
})

// One by one, so that what cannot be read costs nothing else.
export const Hook = z.looseObject({ entry: z.array(z.unknown()) })
export const Entry = z.looseObject({ changes: z.array(z.unknown()) })
export const Change = z.looseObject({ value: Value })
