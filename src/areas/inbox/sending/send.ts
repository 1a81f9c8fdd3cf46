import type { Deployment } from '../../../platform/operation/context.ts'
import type { ChannelKind } from '../channels/channel.ts'
import { sendByGraph } from './graph.ts'
import type { ReplyOutcome } from './outcome.ts'
import type { QueuedReply } from './queued-reply.ts'
import { postSigned } from './signed-post.ts'

type Send = (reply: QueuedReply, deployment: Deployment) => Promise<ReplyOutcome>

const notConnected: ReplyOutcome = {
  kind: 'failed',
  code: 'misconfigured',
  reason: 'The channel has no credentials for sending. An owner or admin must connect it again.',
}

const senders: Readonly<Record<ChannelKind, Send>> = {
  whatsapp: graphSender(
    ({ channel }) => `${channel.account_id}/messages`,
    ({ to, body, message_id }) => ({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      // "to" is a phone number, "recipient" a business-scoped user id (…/whatsapp/business-scoped-user-ids).
      ...(/^\d+$/.test(to.thread_key) ? { to: to.thread_key } : { recipient: to.thread_key }),
      type: 'text',
      text: { preview_url: false, body },
      // Returned with the delivery status, which confirms a message even if the response to this request was lost.
      biz_opaque_callback_data: message_id,
    }),
  ),
  messenger: graphSender(
    () => 'me/messages',
    ({ to, body, message_id }) => ({
      recipient: { id: to.thread_key },
      messaging_type: 'RESPONSE',
      // Returned with the echo.
      message: { text: body, metadata: message_id },
    }),
  ),
  instagram: graphSender(
    () => 'me/messages',
    ({ to, body }) => ({ recipient: { id: to.thread_key }, message: { text: body } }),
  ),
  email: signedSender('email.send', ({ channel, to, subject, body, provider_message_id, in_reply_to }) => ({
    message_id: provider_message_id,
    from: { address: channel.account_id, name: channel.settings['from_name'] ?? null },
    to: { address: to.email, name: to.name },
    subject: subject === null ? 'Your message' : /^re:/i.test(subject) ? subject : `Re: ${subject}`,
    text: body,
    in_reply_to,
  })),
  webhook: signedSender('message.send', ({ conversation_id, to, body, sent_at }) => ({
    conversation_id,
    thread_id: to.thread_key,
    to: { name: to.name, phone: to.phone, email: to.email },
    body,
    sent_at: new Date(sent_at).toISOString(),
  })),
  // Replies to contact form messages are sent through an email channel.
  web_form: () => Promise.resolve(notConnected),
}

/** Makes one attempt to send a reply through its channel. */
export const send: Send = (reply, deployment) => senders[reply.channel.kind](reply, deployment)

function graphSender(path: (reply: QueuedReply) => string, body: (reply: QueuedReply) => unknown): Send {
  return async (reply, { graphUrl, vault }) => {
    // The interrupted attempt may have succeeded, and Meta has no idempotency key to detect a duplicate.
    if (reply.interrupted)
      return {
        kind: 'failed',
        code: 'unconfirmed',
        reason: 'Sending was interrupted, so the message may have arrived. If it did not, send it again.',
      }
    const token = await openCredential(reply, vault, 'access_token')
    if (token === null) return notConnected
    return sendByGraph({ graphUrl, path: path(reply), token, body: body(reply) })
  }
}

function signedSender(type: string, data: (reply: QueuedReply) => Record<string, unknown>): Send {
  return async (reply, { publicUrl, vault }) => {
    const url = reply.channel.settings['send_url']
    const secret = await openCredential(reply, vault, 'secret')
    if (url === undefined || secret === null) return notConnected
    const { message_id: id } = reply
    return postSigned({ url, publicUrl, secret, id, type, data: { id, ...data(reply) } })
  }
}

async function openCredential(
  { channel }: QueuedReply,
  vault: Deployment['vault'],
  name: string,
): Promise<string | null> {
  const sealed = channel.credentials[name]
  return sealed === undefined ? null : vault.open(sealed, channel.id)
}
