import type { Deployment } from '../../context.ts'
import type { ChannelKind } from '../channels/channel.ts'
import type { Claimed } from './claimed.ts'
import { sendByGraph } from './graph.ts'
import type { Outcome } from './outcome.ts'
import { postSigned } from './signed-post.ts'

type Send = (message: Claimed, deployment: Deployment) => Promise<Outcome>

const notConnected: Outcome = {
  kind: 'failed',
  code: 'misconfigured',
  reason: 'The channel has no credentials to send with. An owner or admin has to connect it again.',
}

/** How each kind of channel sends. */
const ways: Readonly<Record<ChannelKind, Send>> = {
  whatsapp: byGraph(
    ({ channel }) => `${channel.account_id}/messages`,
    ({ to, body, message_id }) => ({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: to.thread_key,
      type: 'text',
      text: { preview_url: false, body },
      // Comes back with the status, which so confirms what nobody answered for.
      biz_opaque_callback_data: message_id,
    }),
  ),
  messenger: byGraph(
    () => 'me/messages',
    ({ to, body, message_id }) => ({
      recipient: { id: to.thread_key },
      messaging_type: 'RESPONSE',
      // Comes back with the echo.
      message: { text: body, metadata: message_id },
    }),
  ),
  instagram: byGraph(
    () => 'me/messages',
    ({ to, body }) => ({ recipient: { id: to.thread_key }, message: { text: body } }),
  ),
  email: bySignedPost('email.send', ({ channel, to, subject, body, provider_message_id, in_reply_to }) => ({
    message_id: provider_message_id,
    from: { address: channel.account_id, name: channel.settings['from_name'] ?? null },
    to: { address: to.email, name: to.name },
    subject: subject === null ? 'Your message' : /^re:/i.test(subject) ? subject : `Re: ${subject}`,
    text: body,
    in_reply_to,
  })),
  webhook: bySignedPost('message.send', ({ conversation_id, to, body, sent_at }) => ({
    conversation_id,
    thread_id: to.thread_key,
    to: { name: to.name, phone: to.phone, email: to.email },
    body,
    sent_at: new Date(sent_at).toISOString(),
  })),
  // Its replies go out by an e-mail channel.
  web_form: () => Promise.resolve(notConnected),
}

export const send: Send = (message, deployment) => ways[message.channel.kind](message, deployment)

function byGraph(path: (message: Claimed) => string, body: (message: Claimed) => unknown): Send {
  return async (message, { graphUrl, vault }) => {
    // Whoever had it before may have sent it, and nothing could tell Meta that this is the same.
    if (message.interrupted)
      return {
        kind: 'failed',
        code: 'unconfirmed',
        reason:
          'Sending was interrupted, so it may have arrived or not. If the customer does not have it, send it again.',
      }
    const token = await opened(message, vault, 'access_token')
    if (token === null) return notConnected
    return sendByGraph({ graphUrl, path: path(message), token, body: body(message) })
  }
}

function bySignedPost(type: string, data: (message: Claimed) => Record<string, unknown>): Send {
  return async (message, { publicUrl, vault }) => {
    const url = message.channel.settings['send_url']
    const secret = await opened(message, vault, 'secret')
    if (url === undefined || secret === null) return notConnected
    const { message_id: id } = message
    return postSigned({ url, publicUrl, secret, id, type, data: { id, ...data(message) } })
  }
}

async function opened({ channel }: Claimed, vault: Deployment['vault'], name: string): Promise<string | null> {
  const sealed = channel.credentials[name]
  return sealed === undefined ? null : vault.open(sealed, channel.id)
}
