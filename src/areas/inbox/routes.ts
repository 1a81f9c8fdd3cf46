import type * as z from 'zod'
import { log } from '../../platform/configuration/log.ts'
import { routes, type CallerContext } from '../../platform/http/routes/routes.ts'
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
import { deliverReplies } from './sending/send-replies.ts'

export const channelsRoutes = routes('/api/inbox/channels', [
  { get: '/', operation: listChannels },
  { post: '/', operation: createChannel },
  { get: '/:channel_id', operation: getChannel, versionTells: () => true },
  { patch: '/:channel_id', operation: updateChannel },
  { delete: '/:channel_id', operation: removeChannel },
  { post: '/:channel_id/rotate-secret', operation: rotateSecret },
])

export const conversationsRoutes = routes('/api/inbox/conversations', [
  { get: '/', operation: listConversations },
  { get: '/:conversation_id', operation: getConversation },
  { patch: '/:conversation_id', operation: updateConversation },
  { get: '/:conversation_id/messages', operation: listMessages },
  { post: '/:conversation_id/messages', operation: sendMessage, status: 201, after: deliverNow },
  { get: '/:conversation_id/messages/:message_id', operation: getMessage },
])

/** Sends a queued reply right away. If this fails, the cron sends it. */
function deliverNow(c: CallerContext, message: z.output<typeof Message>) {
  const { database, deployment } = c.var.caller
  if (message.delivery_status === 'queued')
    c.executionCtx.waitUntil(deliverReplies({ database, deployment, report: log }, message))
}
