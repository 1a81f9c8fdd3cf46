import type * as z from 'zod'
import { log } from '../http/log.ts'
import { routes, type SessionContext } from '../http/routes.ts'
import { createChannel } from './channels/create-channel.ts'
import { getChannel } from './channels/get-channel.ts'
import { listChannels } from './channels/list-channels.ts'
import { removeChannel } from './channels/remove-channel.ts'
import { rotateSecret } from './channels/rotate-secret.ts'
import { updateChannel } from './channels/update-channel.ts'
import { getConversation } from './conversations/get-conversation.ts'
import { getMessage } from './conversations/get-message.ts'
import { listConversations } from './conversations/list-conversations.ts'
import { listMessages } from './conversations/list-messages.ts'
import type { Message } from './conversations/message.ts'
import { sendMessage } from './conversations/send-message.ts'
import { updateConversation } from './conversations/update-conversation.ts'
import { deliver } from './sending/deliver.ts'

export const inboxRoutes = routes('/api/inbox', [
  { get: '/channels', operation: listChannels },
  { post: '/channels', operation: createChannel, status: 201 },
  { get: '/channels/:channel_id', operation: getChannel },
  { patch: '/channels/:channel_id', operation: updateChannel },
  { delete: '/channels/:channel_id', operation: removeChannel },
  { post: '/channels/:channel_id/rotate-secret', operation: rotateSecret },
  { get: '/conversations', operation: listConversations },
  { get: '/conversations/:conversation_id', operation: getConversation },
  { patch: '/conversations/:conversation_id', operation: updateConversation },
  { get: '/conversations/:conversation_id/messages', operation: listMessages },
  { post: '/conversations/:conversation_id/messages', operation: sendMessage, status: 201, after: deliverNow },
  { get: '/conversations/:conversation_id/messages/:message_id', operation: getMessage },
])

/** A queued reply leaves at once; the cron sends what this does not. */
function deliverNow(c: SessionContext, message: z.output<typeof Message>) {
  const { database, deployment } = c.var.caller
  if (message.delivery_status === 'queued')
    c.executionCtx.waitUntil(deliver({ database, deployment, report: log }, message))
}
