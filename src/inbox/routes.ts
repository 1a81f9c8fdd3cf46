import { Hono } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { log } from '../http/log.ts'
import { ifMatch, pathId } from '../http/preconditions.ts'
import { readJson } from '../http/read-json.ts'
import { created, reply } from '../http/reply.ts'
import { jsonBody, query } from '../http/validate.ts'
import { withSession } from '../http/with-session.ts'
import { createChannel } from './channels/create-channel.ts'
import { getChannel } from './channels/get-channel.ts'
import { listChannels } from './channels/list-channels.ts'
import { removeChannel } from './channels/remove-channel.ts'
import { rotateSecret } from './channels/rotate-secret.ts'
import { updateChannel } from './channels/update-channel.ts'
import { getConversation } from './conversations/get-conversation.ts'
import { listConversations } from './conversations/list-conversations.ts'
import { getMessage } from './conversations/get-message.ts'
import { listMessages } from './conversations/list-messages.ts'
import { sendMessage } from './conversations/send-message.ts'
import { updateConversation } from './conversations/update-conversation.ts'
import { deliver } from './sending/deliver.ts'

type Asked = Parameters<typeof ifMatch>[0]

const channel = (c: Asked) => ({ channel_id: pathId(c, 'id', 'channel') })
const conversation = (c: Asked) => ({ conversation_id: pathId(c, 'id', 'conversation') })
const expected = (c: Asked) => ({ expected_version: ifMatch(c) })

const channelChange = updateChannel.input.omit({ channel_id: true, expected_version: true })
const conversationChange = updateConversation.input.omit({ conversation_id: true, expected_version: true })
const newMessage = sendMessage.input.omit({ conversation_id: true })
const messagePage = listMessages.input.omit({ conversation_id: true })

const channelsRoutes = new Hono<AppEnv>()
  .use(withSession)
  .use(readJson)
  .get('/', query(listChannels.input), async (c) => c.json(await listChannels(c.var.caller, c.req.valid('query'))))
  .post('/', jsonBody(createChannel.input), async (c) =>
    created(c, await createChannel(c.var.caller, c.req.valid('json'))),
  )
  .get('/:id', async (c) => reply(c, await getChannel(c.var.caller, channel(c))))
  .patch('/:id', jsonBody(channelChange), async (c) =>
    reply(c, await updateChannel(c.var.caller, { ...c.req.valid('json'), ...channel(c), ...expected(c) })),
  )
  .delete('/:id', async (c) => {
    await removeChannel(c.var.caller, { ...channel(c), ...expected(c) })
    return c.body(null, 204)
  })
  .post(
    '/:id/rotate-secret',
    jsonBody(rotateSecret.input.omit({ channel_id: true, expected_version: true })),
    async (c) => reply(c, await rotateSecret(c.var.caller, { ...channel(c), ...expected(c) })),
  )

const conversationsRoutes = new Hono<AppEnv>()
  .use(withSession)
  .use(readJson)
  .get('/', query(listConversations.input), async (c) =>
    c.json(await listConversations(c.var.caller, c.req.valid('query'))),
  )
  .get('/:id', async (c) => reply(c, await getConversation(c.var.caller, conversation(c))))
  .patch('/:id', jsonBody(conversationChange), async (c) =>
    reply(c, await updateConversation(c.var.caller, { ...c.req.valid('json'), ...conversation(c), ...expected(c) })),
  )
  .get('/:id/messages', query(messagePage), async (c) =>
    c.json(await listMessages(c.var.caller, { ...c.req.valid('query'), ...conversation(c) })),
  )
  .get('/:id/messages/:message_id', async (c) =>
    c.json(await getMessage(c.var.caller, { ...conversation(c), message_id: pathId(c, 'message_id', 'message') })),
  )
  .post('/:id/messages', jsonBody(newMessage), async (c) => {
    const message = await sendMessage(c.var.caller, { ...c.req.valid('json'), ...conversation(c) })
    const { database, deployment } = c.var.caller
    if (message.delivery_status === 'queued')
      c.executionCtx.waitUntil(deliver({ database, deployment, report: log }, message))
    return created(c, message)
  })

export const inboxRoutes = new Hono<AppEnv>()
  .route('/channels', channelsRoutes)
  .route('/conversations', conversationsRoutes)
