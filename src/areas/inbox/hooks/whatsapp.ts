import { isId } from '../../../platform/values/ids.ts'
import { graphFailure } from '../sending/graph-error.ts'
import { type Arrival, idOf, isNothing, timeOf, unknownSender } from './arrival.ts'
import { contentOf } from './whatsapp-content.ts'
import { Change, type Contact, Entry, Envelope, Hook, Status } from './whatsapp-shapes.ts'

/** Reads a webhook request of the WhatsApp Cloud API, for one phone number id. */
export function fromWhatsApp(payload: unknown, account: string): Arrival[] {
  const values = (Hook.safeParse(payload).data?.entry ?? [])
    .flatMap((entry) => Entry.safeParse(entry).data?.changes ?? [])
    .flatMap((change) => Change.safeParse(change).data?.value ?? [])
  return values
    .filter(({ metadata }) => metadata.phone_number_id === account)
    .flatMap(({ contacts, messages, message_echoes, statuses }) => [
      ...messages.flatMap((message) => messageOf(message, contacts, messages.length === 1)),
      ...message_echoes.flatMap(echoOf),
      ...statuses.flatMap(statusOf),
    ])
}

type Person = { readonly numbers: readonly (string | undefined)[]; readonly ids: readonly (string | undefined)[] }

/** Replies go to the first of them: the number as it was sent, otherwise a user id. */
function keysOf({ numbers, ids }: Person) {
  const [thread_key = unknownSender, ...other_keys] = new Set([...numbers, ...ids].filter((key) => key !== undefined))
  return { thread_key, other_keys }
}

const isNumber = (key: string) => /^\d{5,15}$/.test(key)

function phoneIn(numbers: Person['numbers']) {
  const number = numbers.find((key) => key !== undefined && isNumber(key))
  return number === undefined ? {} : { sender_phone: `+${number}`, sender_phone_e164: `+${number}` }
}

function messageOf(message: unknown, contacts: readonly Contact[], isAlone: boolean): Arrival[] {
  const { data } = Envelope.safeParse(message)
  if (!data || isNothing(message)) return []
  const { from, from_user_id, from_parent_user_id, system } = data
  const contact =
    contacts.find(({ user_id }) => user_id !== undefined && user_id === from_user_id) ??
    contacts.find(({ wa_id }) => wa_id !== undefined && wa_id === from) ??
    (isAlone && contacts.length === 1 ? contacts[0] : undefined)
  const numbers = [from, contact?.wa_id]
  const ids = [from_user_id ?? contact?.user_id, from_parent_user_id ?? contact?.parent_user_id]
  if (data.type === 'system' && system) return [changeOfContact(data, system, message)]
  const sender = {
    kind: 'message',
    ...keysOf({ numbers, ids }),
    sender_name: contact?.profile?.name || undefined,
    ...phoneIn(numbers),
  } as const
  return [{ ...sender, ...arrived(data, message) }]
}

function echoOf(message: unknown): Arrival[] {
  const { data } = Envelope.safeParse(message)
  if (!data || isNothing(message)) return []
  const { to, to_user_id, to_parent_user_id } = data
  return [
    {
      kind: 'reply',
      ...keysOf({ numbers: [to], ids: [to_user_id, to_parent_user_id] }),
      ...phoneIn([to]),
      ...arrived(data, message),
    },
  ]
}

/** A message, or the change of an earlier one. */
function arrived({ id, timestamp, type, context, edit, revoke }: Envelope, message: unknown) {
  const sent_at = timeOf(timestamp * 1000)
  if (type === 'edit' && edit)
    return {
      event: 'change' as const,
      provider_message_id: edit.original_message_id,
      sent_at,
      ...contentOf(edit.message.type, edit.message),
    }
  if (type === 'revoke' && revoke)
    return {
      event: 'change' as const,
      provider_message_id: revoke.original_message_id,
      sent_at,
      type: 'deleted' as const,
      body: '',
    }
  return {
    event: 'message' as const,
    provider_message_id: idOf(id, message),
    sent_at,
    in_reply_to: context?.id,
    ...contentOf(type, message),
  }
}

/** What WhatsApp says of a person, such as that their number changed: a note, and the identifiers that they have now. */
function changeOfContact(
  { id, timestamp, from, from_user_id }: Envelope,
  system: NonNullable<Envelope['system']>,
  message: unknown,
): Arrival {
  const number = system.wa_id ?? system.new_wa_id
  const hasChanged = (number ?? system.user_id) !== undefined
  const now = hasChanged
    ? { numbers: [number], ids: [system.user_id, system.parent_user_id] }
    : { numbers: [from], ids: [from_user_id] }
  const { thread_key, other_keys } = keysOf(now)
  const former = [from, system.customer, from_user_id, system.previous_user_id, system.previous_parent_user_id]
  const note = {
    kind: 'note',
    type: 'text',
    provider_message_id: idOf(id, message),
    sent_at: timeOf(timestamp * 1000),
    body: system.body,
    data: { provider_type: 'system' },
    thread_key,
    other_keys,
  } as const
  if (!hasChanged) return { event: 'message', ...note }
  const former_keys = former.flatMap((key) =>
    key === undefined || key === thread_key || other_keys.includes(key) ? [] : [key],
  )
  return { event: 'contact', ...note, former_keys, ...phoneIn([number]) }
}

function statusOf(value: unknown): Arrival[] {
  const { data } = Status.safeParse(value)
  if (!data) return []
  const { id, status, biz_opaque_callback_data: message_id, errors, recipient_id, recipient_user_id } = data
  const failure = status === 'failed' ? graphFailure(errors?.[0] ?? { code: 131000 }) : undefined
  return [
    {
      event: 'delivery',
      provider_message_id: id,
      status,
      ...(message_id !== undefined && isId(message_id) && { message_id }),
      ...(failure && { code: failure.code, reason: failure.reason }),
      ...(recipient_user_id !== undefined &&
        keysOf({ numbers: [recipient_id], ids: [recipient_user_id, data.recipient_parent_user_id] })),
    },
  ]
}
