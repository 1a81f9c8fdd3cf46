import type { channels, conversations } from '../../../src/platform/db/schema/inbox.ts'
import type { messages } from '../../../src/platform/db/schema/inbox-messages.ts'
import type { Customer } from './customers.ts'
import { type Dialogue, dialogues } from './dialogues.ts'
import type { Random } from './random.ts'
import type { StorePlan } from './stores.ts'

type Channel = typeof channels.$inferInsert
type Conversation = typeof conversations.$inferInsert
type Message = typeof messages.$inferInsert

const minute = 60_000
const hour = 60 * minute

/** A merchant's inbox on a weekday. The channels have no credentials, so nothing is sent from this machine. */
export function planInbox(
  plan: StorePlan,
  storeId: string,
  random: Random,
  openedAt: Date,
  now: Date,
  people: Customer[],
) {
  const channel = (kind: Channel['kind'], name: string, accountId: string): Channel => ({
    ...random.row(storeId, openedAt),
    kind,
    name,
    accountId,
  })
  const channels = [
    channel('whatsapp', 'WhatsApp', String(random.integer(1e14, 9e14))),
    channel('instagram', 'Instagram', String(random.integer(1e16, 9e16))),
    channel('email', plan.locale === 'ar' ? 'البريد' : 'Help desk', `help@${plan.slug}-mail.test`),
    channel('web_form', plan.locale === 'ar' ? 'نموذج التواصل' : 'Contact form', 'store'),
  ]
  const planned = Array.from({ length: 26 }, (_, nth) =>
    planConversation({ nth, storeId, random, now, channel: channels[nth % 4], person: people[nth * 2] }),
  ).flatMap((each) => each ?? [])
  return {
    channels,
    conversations: planned.map(({ conversation }) => conversation),
    messages: planned.flatMap(({ lines }) => lines),
  }
}

type ConversationPlan = {
  nth: number
  storeId: string
  random: Random
  now: Date
  channel: Channel | undefined
  person: Customer | undefined
}

function planConversation({ nth, storeId, random, now, channel, person }: ConversationPlan) {
  if (!channel || !person) return null
  const script = /[\u0600-\u06ff]/.test(person.name) ? dialogues.arabic : dialogues.latin
  const dialogue = script[nth % script.length]
  if (!dialogue) return null
  const startedAt = new Date(now.getTime() - (2 + nth * nth) * hour)
  const id = random.id(startedAt)
  const reachable = channel.kind === 'whatsapp' || channel.kind === 'instagram'
  const lines = linesOf(
    dialogue,
    { storeId, conversationId: id, channelId: channel.id },
    person.name,
    startedAt,
    random,
  )
  const inbound = lines.filter(({ kind }) => kind === 'message')
  const publicLines = lines.filter(({ kind }) => kind !== 'note')
  const last = publicLines.at(-1)
  const isWaiting = last?.kind === 'message'
  const closed = !isWaiting && nth > 6
  const snoozed = isWaiting && nth % 9 === 5
  const lastReply = publicLines.findLastIndex(({ kind }) => kind === 'reply')
  const conversation: Conversation = {
    storeId,
    id,
    channelId: channel.id,
    threadKey: threadOf(channel.kind, person, random),
    status: closed ? 'closed' : isWaiting ? 'open' : 'pending',
    snoozedUntil: snoozed ? new Date(now.getTime() + 20 * hour) : null,
    tags: [...(dialogue.tags ?? [])],
    subject: reachable ? null : dialogue.subject,
    contactName: person.name,
    contactPhone: channel.kind === 'whatsapp' ? (person.phoneE164 ?? null) : null,
    contactPhoneE164: channel.kind === 'whatsapp' ? (person.phoneE164 ?? null) : null,
    contactEmail: reachable ? null : (person.email ?? `visitor${nth}@example.test`),
    customerId: channel.kind === 'instagram' ? null : person.id,
    unreadCount: isWaiting && nth % 3 !== 2 ? publicLines.length - lastReply - 1 : 0,
    waitingSince: isWaiting && !closed ? (publicLines[lastReply + 1]?.sentAt ?? null) : null,
    lastInboundAt: inbound.at(-1)?.sentAt ?? null,
    lastMessageAt: last?.sentAt ?? startedAt,
    lastMessageKind: last?.kind ?? null,
    lastMessageType: 'text',
    lastMessagePreview: (last?.body ?? '').slice(0, 140),
    createdAt: startedAt,
    updatedAt: last?.sentAt ?? startedAt,
  }
  return { conversation, lines }
}

function threadOf(kind: Channel['kind'], person: Customer, random: Random): string {
  if (kind === 'whatsapp' && person.phoneE164) return person.phoneE164.slice(1)
  if (kind === 'email') return `<${random.integer(1e9, 9e9)}@mail.test>`
  return String(random.integer(1e15, 8e15))
}

function linesOf(
  { lines }: Dialogue,
  of: Pick<Message, 'storeId' | 'conversationId' | 'channelId'>,
  name: string,
  startedAt: Date,
  random: Random,
): Message[] {
  return lines.map(([author, body], nth) => {
    const sentAt = new Date(startedAt.getTime() + nth * 17 * minute)
    return {
      ...of,
      id: random.id(sentAt),
      kind: author === 'customer' ? 'message' : author === 'store' ? 'reply' : 'note',
      body,
      senderName: author === 'customer' ? name : null,
      deliveryStatus: author === 'store' ? random.pick(['sent', 'delivered', 'read'] as const) : null,
      sentAt,
      createdAt: sentAt,
    }
  })
}
