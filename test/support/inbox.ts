import { z } from 'zod'
import { ChannelWithSecret } from '../../src/areas/inbox/channels/channel.ts'
import { getConversation } from '../../src/areas/inbox/conversations/get-conversation.ts'
import { listConversations } from '../../src/areas/inbox/conversations/list-conversations.ts'
import { Message } from '../../src/areas/inbox/conversations/message.ts'
import type { Answer, Service } from './service.ts'
import { whatsAppCall } from './meta-calls.ts'
import { type Client, expectBody, inStore, type Shop } from './shop.ts'

type Through = Pick<Shop, 'store' | 'owner' | 'through'>

const hookOf = (id: string) => `/api/inbox/hooks/${id}`

const hmac = async (key: Uint8Array<ArrayBuffer>, text: string) => {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, new TextEncoder().encode(text)))
}

type Signed = { secret: string; id?: string; timestamp?: number | string; body: string }

/** The headers of Standard Webhooks, written from its specification. */
export async function webhookHeaders({ secret, id = `evt_${crypto.randomUUID()}`, timestamp, body }: Signed) {
  const at = String(timestamp ?? Math.floor(Date.now() / 1000))
  const mac = await hmac(Uint8Array.fromBase64(secret.replace(/^whsec_/, '')), `${id}.${at}.${body}`)
  return { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': `v1,${mac.toBase64()}` }
}

/** Meta's signature of the body, with the app secret. */
export const hubSignature = async (secret: string, body: string) =>
  `sha256=${(await hmac(Uint8Array.from(new TextEncoder().encode(secret)), body)).toHex()}`

export const post = (through: Service, id: string, body: string, headers: Record<string, string>): Promise<Answer> =>
  through.fetch(hookOf(id), { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body })

export const metaSecrets = (accessToken = `EAA${crypto.randomUUID().replaceAll('-', '')}`) => ({
  access_token: accessToken,
  app_secret: crypto.randomUUID().replaceAll('-', ''),
  verify_token: `verify-${crypto.randomUUID()}`,
})

const digits = () => String(Math.floor(Math.random() * 9e14) + 1e14)

/** A store whose inbox can receive messages. */
export function inboxOf({ store, owner, through }: Through) {
  const here = inStore(store)

  const addChannel = async (channel: Record<string, unknown>) =>
    expectBody(await owner.post('/api/inbox/channels', { name: 'Channel', ...channel }, here), 201, ChannelWithSecret)

  /** A webhook channel, and functions that post to it. */
  async function addWebhook(fields: Record<string, unknown> = {}) {
    const channel = await addChannel({ kind: 'webhook', ...fields })
    const secret = channel.secret ?? ''
    /** Default: a message from Amal. */
    async function receive(message: Record<string, unknown> = {}, signed: Partial<Signed> = {}): Promise<Answer> {
      const body = JSON.stringify({ from: { name: 'Amal', phone: '+965 5000 0001' }, body: 'Hello', ...message })
      return post(through, channel.id, body, await webhookHeaders({ secret, body, ...signed }))
    }
    return { ...channel, secret, receive }
  }

  /** A Meta channel, and functions that post to it as Meta would. */
  async function addMeta(kind: 'whatsapp' | 'messenger' | 'instagram', fields: Record<string, unknown> = {}) {
    const secrets = { ...metaSecrets(), ...fields }
    const channel = await addChannel({ kind, account_id: digits(), ...secrets })
    const send = async (payload: unknown, secret = secrets.app_secret) => {
      const body = JSON.stringify(payload)
      return post(through, channel.id, body, { 'X-Hub-Signature-256': await hubSignature(secret, body) })
    }
    return { ...channel, ...secrets, account: channel.account_id ?? '', send }
  }

  async function conversations(query = '', by: Client = owner) {
    return expectBody(await by.get(`/api/inbox/conversations${query}`, here), 200, listConversations.output).data
  }

  const get = async (id: string) =>
    expectBody(await owner.get(`/api/inbox/conversations/${id}`, here), 200, getConversation.output)

  /** The only conversation, with its messages. */
  async function only() {
    const [first, ...others] = await conversations()
    if (!first || others.length > 0)
      throw new Error(`expected one conversation, found ${others.length + (first ? 1 : 0)}`)
    return get(first.id)
  }

  const say = (id: string, body: string, kind = 'reply', by: Client = owner, headers: Record<string, string> = {}) =>
    by.post(`/api/inbox/conversations/${id}/messages`, { body, kind }, headers)

  const reply = async (id: string, body = 'We deliver tomorrow', headers = {}) =>
    expectBody(await say(id, body, 'reply', owner, headers), 201, Message)

  const message = async ({ id, conversation_id }: z.output<typeof Message>) =>
    expectBody(await owner.get(`/api/inbox/conversations/${conversation_id}/messages/${id}`), 200, Message)

  return { addChannel, addWebhook, addMeta, conversations, get, only, say, reply, message }
}

export const wamid = () => `wamid.${crypto.randomUUID().replaceAll('-', '')}`

/** A customer's WhatsApp message. */
export const whatsAppMessage = (
  account: string,
  message: Record<string, unknown> = {},
  name = 'Amal',
  from = '96550000001',
) =>
  whatsAppCall(account, {
    contacts: [{ profile: { name }, wa_id: from }],
    messages: [
      {
        from,
        id: wamid(),
        timestamp: String(Math.floor(Date.now() / 1000)),
        type: 'text',
        text: { body: 'هل عندكم توصيل؟' },
        ...message,
      },
    ],
  })

/** A webhook call of the Messenger Platform, for Messenger or Instagram. */
export const messagingCall = (account: string, ...events: Record<string, unknown>[]) => ({
  object: 'page',
  entry: [
    {
      id: account,
      time: Date.now(),
      messaging: events.map((event) => ({
        sender: { id: '7001' },
        recipient: { id: account },
        timestamp: Date.now(),
        ...event,
      })),
    },
  ],
})
