import * as z from 'zod'
import { listTool, RowLimit, tool } from '../../platform/tools/tool.ts'
import { Conversation } from './conversations/conversation.ts'
import { getConversation } from './conversations/get-conversation.ts'
import { AssigneeOfTool, listConversations } from './conversations/list-conversations.ts'
import { Message } from './conversations/message.ts'

// Without what the token, the conversation or its messages say already.
const conversationWithMessages = getConversation.output
  .omit({ store_id: true, last_message_kind: true, last_message_type: true, last_message_preview: true })
  .extend({
    messages: z.array(
      Message.omit({ store_id: true, conversation_id: true, created_at: true }).extend({
        delivery_status: Message.shape.delivery_status.describe('Only for replies'),
      }),
    ),
    meta: getConversation.output.shape.meta.pick({ total: true, has_more: true, next_cursor: true }),
  })

export const inboxTools = [
  listTool({
    name: 'list_conversations',
    title: 'List conversations',
    description:
      'Lists conversations, latest message first: who waits longest is on the last page. waiting_since: the customer wrote last, since then.',
    operation: listConversations,
    input: listConversations.input.omit({ page: true }).extend({ ...RowLimit, assignee: AssigneeOfTool }),
    hintIfEmpty: ({ search }) =>
      search === undefined
        ? undefined
        : 'search looks at names, phone numbers, email addresses, subjects, tags and words of messages. channel filters by where a message came from, and waiting by who has no answer.',
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
      reply_window_ends_at: true,
      last_message_at: true,
      last_message_kind: true,
      last_message_preview: true,
    }),
  }),
  tool({
    name: 'get_conversation',
    title: 'Get a conversation',
    effect: 'read',
    description: 'Returns a conversation with its messages, newest first. Customers wrote body.',
    operation: getConversation,
    answer: conversationWithMessages,
  }),
]
