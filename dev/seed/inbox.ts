import type { channels, conversations } from '../../src/db/schema/inbox.ts'
import type { messages } from '../../src/db/schema/inbox-messages.ts'
import type { Customer } from './customers.ts'
import { type Dialogue, dialogues } from './dialogues.ts'
import type { Random } from './random.ts'
import type { StorePlan } from './stores.ts'

type Channel = typeof channels.$inferInsert
type Conversation = typeof conversations.$inferInsert
type Message = typeof messages.$inferInsert

const minute = 60_000
const hour = 60 * minute

/** What a merchant's inbox looks like on a weekday; nothing in it has credentials, so nothing leaves this machine. */
export function planInbox(
  plan: StorePlan,
  storeId: string,
  random: Random,
  opened: Date,
  now: Date,
  people: Customer[],
) {
  const channel = (kind: Channel['kind'], name: string, accountId: string): Channel => ({
    storeId,
    id: random.id(opened),
    kind,
    name,
    accountId,
    createdAt: opened,
    updatedAt: opened,
  })
  const channels = [
    channel('whatsapp', 'WhatsApp', String(random.integer(1e14, 9e14))),
    channel('instagram', 'Instagram', String(random.integer(1e16, 9e16))),
    channel('email', plan.locale === 'ar' ? 'البريد' : 'Help desk', `help@${plan.slug}-mail.test`),
    channel('web_form', plan.locale === 'ar' ? 'نموذج التواصل' : 'Contact form', 'store'),
  ]
  const talks = Array.from({ length: 26 }, (_, nth) =>
    planTalk({ nth, storeId, random, now, channel: channels[nth % 4], person: people[nth * 2] }),
  ).flatMap((talk) => talk ?? [])
  return {
    channels,
    conversations: talks.map(({ conversation }) => conversation),
    messages: talks.flatMap(({ lines }) => lines),
  }
}

type Talk = {
  nth: number
  storeId: string
  random: Random
  now: Date
  channel: Channel | undefined
  person: Customer | undefined
}

function planTalk({ nth, storeId, random, now, channel, person }: Talk) {
  if (!channel || !person) return null
  const script = /[\u0600-\u06ff]/.test(person.name) ? dialogues.arabic : dialogues.latin
  const dialogue = script[nth % script.length]
  if (!dialogue) return null
  const began = new Date(now.getTime() - (2 + nth * nth) * hour)
  const id = random.id(began)
  const reachable = channel.kind === 'whatsapp' || channel.kind === 'instagram'
  const lines = linesOf(dialogue, {
    storeId,
    conversationId: id,
    channelId: channel.id,
    name: person.name,
    began,
    random,
  })
  const asked = lines.filter(({ kind }) => kind === 'message')
  const said = lines.filter(({ kind }) => kind !== 'note')
  const last = said.at(-1)
  const waits = last?.kind === 'message'
  const closed = !waits && nth > 6
  const snoozed = waits && nth % 9 === 5
  const lastReply = said.findLastIndex(({ kind }) => kind === 'reply')
  const conversation: Conversation = {
    storeId,
    id,
    channelId: channel.id,
    threadKey: threadOf(channel.kind, person, random),
    status: closed ? 'closed' : waits ? 'open' : 'pending',
    snoozedUntil: snoozed ? new Date(now.getTime() + 20 * hour) : null,
    tags: [...(dialogue.tags ?? [])],
    subject: reachable ? null : dialogue.subject,
    contactName: person.name,
    contactPhone: channel.kind === 'whatsapp' ? (person.phoneE164 ?? null) : null,
    contactPhoneE164: channel.kind === 'whatsapp' ? (person.phoneE164 ?? null) : null,
    contactEmail: reachable ? null : (person.email ?? `visitor${nth}@example.test`),
    customerId: channel.kind === 'instagram' ? null : person.id,
    unreadCount: waits && nth % 3 !== 2 ? said.length - lastReply - 1 : 0,
    waitingSince: waits && !closed ? (said[lastReply + 1]?.sentAt ?? null) : null,
    lastInboundAt: asked.at(-1)?.sentAt ?? null,
    lastMessageAt: last?.sentAt ?? began,
    lastMessageKind: last?.kind ?? null,
    lastMessageType: 'text',
    lastMessagePreview: (last?.body ?? '').slice(0, 140),
    createdAt: began,
    updatedAt: last?.sentAt ?? began,
  }
  return { conversation, lines }
}

function threadOf(kind: Channel['kind'], person: Customer, random: Random): string {
  if (kind === 'whatsapp' && person.phoneE164) return person.phoneE164.slice(1)
  if (kind === 'email') return `<${random.integer(1e9, 9e9)}@mail.test>`
  return String(random.integer(1e15, 8e15))
}

type Said = {
  storeId: string
  conversationId: string
  channelId: string
  name: string
  began: Date
  random: Random
}

function linesOf({ lines }: Dialogue, { storeId, conversationId, channelId, name, began, random }: Said): Message[] {
  return lines.map(([who, body], nth) => {
    const sentAt = new Date(began.getTime() + nth * 17 * minute)
    return {
      storeId,
      id: random.id(sentAt),
      conversationId,
      channelId,
      kind: who === 'customer' ? 'message' : who === 'store' ? 'reply' : 'note',
      body,
      senderName: who === 'customer' ? name : null,
      deliveryStatus: who === 'store' ? random.pick(['sent', 'delivered', 'read'] as const) : null,
      sentAt,
      createdAt: sentAt,
    }
  })
}
