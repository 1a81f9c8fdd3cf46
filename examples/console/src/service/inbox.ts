import {
  getConversation,
  listConversations,
  type ListConversationsData,
  type Message,
  sendMessage as send,
  updateConversation,
} from '@merchant-commerce/client'
import { oneStore } from './client.ts'
import { type Filters, given, oneOf } from './query.ts'
import { conversationStatuses } from './types.ts'

const conversationFields = [
  'id',
  'status',
  'contact_name',
  'contact_phone',
  'contact_email',
  'unread_count',
  'last_message_at',
  'last_message_preview',
] as const

export async function loadConversations(filters: Filters<'search' | 'status'>, signal: AbortSignal) {
  const query = given<NonNullable<ListConversationsData['query']>>({
    search: filters.search,
    status: oneOf(conversationStatuses, filters.status),
    cursor: filters.cursor,
  })
  return listConversations({ client: oneStore(), signal, query: { ...query, fields: conversationFields } })
}

export type ConversationRow = Awaited<ReturnType<typeof loadConversations>>['data'][number]

/** A conversation with its last messages. Marks it as read, without waiting for that. */
export async function loadConversation(conversation_id: string, limit: number, signal: AbortSignal) {
  const client = oneStore()
  const conversation = await getConversation({ client, path: { conversation_id }, query: { limit }, signal })
  if (conversation.unread_count > 0)
    updateConversation({ client, path: { conversation_id }, body: { read: true } }).catch(console.warn)
  return conversation
}

export const sendMessage = (
  conversation_id: string,
  body: { readonly kind: 'reply' | 'note'; readonly body: string },
): Promise<Message> => send({ client: oneStore(), path: { conversation_id }, body })
