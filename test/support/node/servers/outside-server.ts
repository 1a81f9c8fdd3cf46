import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { listen } from './listen.ts'
import { z } from 'zod'

/** How to answer the next call. Without it, like the real API on success. */
type Answer = {
  status?: number
  body?: unknown
  headers?: Record<string, string>
  /** Accept the message but never answer. */
  lost?: boolean
  /** Neither accept nor answer. */
  refused?: boolean
  delay_ms?: number
  /** Answer once the test releases it. */
  held?: boolean
}

type Call = { path: string; headers: Record<string, unknown>; body: unknown; raw: string; taken: boolean }
type Side = { answers: Answer[]; calls: Call[]; held: (() => void)[] }

// What Meta takes, and refuses with which error: developers.facebook.com/documentation/business-messaging/whatsapp/,
// business-scoped-user-ids, messages/text-messages and support/error-codes, and …/messenger-platform/reference/send-api.

/** To a phone number, or to a business-scoped user id: a country, a point (and ENT. for a parent id), letters and digits. */
const WhatsAppText = z.strictObject({
  messaging_product: z.literal('whatsapp'),
  recipient_type: z.literal('individual').optional(),
  to: z
    .string()
    .regex(/^\+?\d{5,15}$/)
    .optional(),
  recipient: z
    .string()
    .regex(/^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/)
    .optional(),
  type: z.literal('text'),
  text: z.strictObject({ body: z.string().min(1).max(4096), preview_url: z.boolean().optional() }),
  biz_opaque_callback_data: z.string().max(512).optional(),
})

const MessengerText = z.strictObject({
  recipient: z.strictObject({ id: z.string().regex(/^\d+$/) }),
  messaging_type: z.enum(['RESPONSE', 'UPDATE', 'MESSAGE_TAG']).optional(),
  message: z.strictObject({ text: z.string().min(1).max(2000), metadata: z.string().max(1000).optional() }),
})

const parameterError = (message: string, code = 100) => ({
  status: 400,
  body: {
    error: { message: `(#${code}) ${message}`, type: 'OAuthException', code, fbtrace_id: 'A1b2C3' },
  },
})

/** The Graph API's documented answer to a message. */
function graphAnswer(path: string, body: unknown): { status: number; body: unknown; taken: boolean } {
  const id = crypto.randomUUID()
  if (!path.endsWith('/me/messages')) {
    const sent = WhatsAppText.safeParse(body)
    const issues = sent.error?.issues ?? []
    if (issues.some(({ code }) => code === 'unrecognized_keys'))
      return { ...parameterError('Invalid parameter'), taken: false }
    if (!sent.success) return { ...parameterError('Parameter value is not valid', 131009), taken: false }
    const { to, recipient } = sent.data
    const input = to ?? recipient
    if (input === undefined) return { ...parameterError('Required parameter is missing', 131008), taken: false }
    return {
      status: 200,
      taken: true,
      body: {
        messaging_product: 'whatsapp',
        contacts: [{ input, ...(to === undefined ? { user_id: recipient } : { wa_id: to.replace('+', '') }) }],
        messages: [{ id: `wamid.${btoa(id)}` }],
      },
    }
  }
  const sent = MessengerText.safeParse(body)
  if (!sent.success) return { ...parameterError('param recipient must be non-empty.'), taken: false }
  return { status: 200, taken: true, body: { recipient_id: sent.data.recipient.id, message_id: `m_${id}` } }
}

const invalidToken = {
  status: 401,
  body: {
    error: {
      message: 'Invalid OAuth access token - Cannot parse access token EAAsecret',
      type: 'OAuthException',
      code: 190,
      fbtrace_id: 'A1b2C3',
    },
  },
}

/**
 * The external services that the Worker calls: Meta's Graph API, and URLs that replies are posted to.
 * `/control/<name>` sets how the next calls are answered, releases those that are held, and returns what was received. The name
 * of a Graph API call is its access token; that of a post to `/posts/<name>` is in its path.
 */
export async function startOutsideServer() {
  const sides = new Map<string, Side>()
  const sideOf = (name: string) => {
    const side = sides.get(name) ?? { answers: [], calls: [], held: [] }
    sides.set(name, side)
    return side
  }

  async function handleCall(name: string, request: IncomingMessage, response: ServerResponse) {
    const path = request.url ?? ''
    const raw = await text(request)
    const body: unknown = JSON.parse(raw)
    const side = sideOf(name)
    const answer = side.answers.shift() ?? {}
    const defaultAnswer = path.startsWith('/posts/')
      ? { status: 202, body: {}, taken: true }
      : name.startsWith('EAA')
        ? graphAnswer(path, body)
        : { ...invalidToken, taken: false }
    const status = answer.status ?? defaultAnswer.status
    const taken = answer.lost === true || (answer.refused !== true && status < 300 && defaultAnswer.taken)
    side.calls.push({ path, headers: request.headers, body, raw, taken })
    if (answer.lost || answer.refused) return void request.socket.destroy()
    await new Promise((resolve) => setTimeout(resolve, answer.delay_ms ?? 0))
    if (answer.held) await new Promise<void>((resolve) => side.held.push(resolve))
    response.writeHead(status, { 'content-type': 'application/json', ...answer.headers })
    response.end(JSON.stringify(answer.body ?? defaultAnswer.body))
  }

  return listen(async (request, response) => {
    const [, area, name = ''] = (request.url ?? '').split('/')
    if (area === 'control') {
      const side = sideOf(decodeURIComponent(name))
      if (request.method === 'PUT') side.answers = JSON.parse(await text(request))
      if (request.method === 'DELETE') {
        side.answers = []
        for (const release of side.held.splice(0)) release()
      }
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(side.calls))
    } else if (request.method === 'POST' && area === 'posts') await handleCall(name, request, response)
    else if (request.method === 'POST' && /^v\d+\.0$/.test(area ?? ''))
      await handleCall(request.headers.authorization?.replace(/^Bearer /, '') ?? '', request, response)
    else response.writeHead(404).end()
  })
}
