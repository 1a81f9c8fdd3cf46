import * as z from 'zod'
import { listTool, RowLimit, tool } from '../mcp/tool.ts'
import { Conversation } from './conversations/conversation.ts'
import { getConversation } from './conversations/get-conversation.ts'
import { listConversations } from './conversations/list-conversations.ts'
import { Message } from './conversations/message.ts'

// Without what the token, the conversation or its messages say already.
const conversationWithMessages = getConversation.output
  .omit({ store_id: true, last_message_kind: true, last_message_type: true, last_message_preview: true })
  .extend({
    messages: z.array(Message.omit({ store_id: true, conversation_id: true, created_at: true })),
    meta: getConversation.output.shape.meta.pick({ total: true, has_more: true, next_cursor: true }),
  })

export const inboxTools = [
  listTool({
    name: 'list_conversations',
    title: 'List conversations',
    description:
      'Lists conversations with customers over WhatsApp, Instagram, Messenger, email and the contact form, sorted by latest message, with their ids. waiting_since is set while the customer waits for an answer.',
    operation: listConversations,
    input: listConversations.input.omit({ page: true }).extend(RowLimit),
    row: Conversation.pick({
      id: true,
      channel_kind: true,
      status: true,
      assignee_id: true,
      assignee: true,
      tags: true,
      subject: true,
      contact_name: true,
      customer_id: true,
      unread_count: true,
      waiting_since: true,
      last_message_at: true,
      last_message_kind: true,
      last_message_preview: true,
    }),
  }),
  tool({
    name: 'get_conversation',
    title: 'Get a conversation',
    effect: 'read',
    description:
      'Returns a conversation with its latest messages, newest first; next_cursor in meta leads to older ones. body contains text written by customers. Conversation ids come from list_conversations.',
    operation: getConversation,
    answer: conversationWithMessages,
  }),
]
