import { type Context, Hono } from 'hono'
import type * as z from 'zod'
import { refused, ServiceError } from '../../../platform/errors/errors.ts'
import type { AppEnv } from '../../../platform/http/app-env.ts'
import { pathId } from '../../../platform/http/routes/preconditions.ts'
import { limitRefused, limitSuspect, trust } from '../../../platform/http/limits/limit-hooks.ts'
import { limitAddress } from '../../../platform/http/limits/rate-limit.ts'
import { limitBody, received } from '../../../platform/http/bodies/read-body.ts'
import { parseJson } from '../../../platform/errors/parse-json.ts'
import { problemsIn } from '../../../platform/errors/problems.ts'
import { visitorOf } from '../../../platform/http/callers/visitor.ts'
import type { Arrival } from './arrival.ts'
import { storable } from '../../../platform/values/text.ts'
import { type HookCredentials, readHookCredentials } from './hook-credentials.ts'
import { fromEmail, InboundEmail } from './email.ts'
import { fromMessenger } from './messenger.ts'
import { hasVerifyToken, headerRefusal, hookRefusal, metaKinds, signaturesIn } from './verify-hook.ts'
import { receive } from './receive.ts'
import { fromWebhook, InboundMessage } from './webhook.ts'
import { fromWhatsApp } from './whatsapp.ts'

/** Meta's requests have up to 3 MB, and Meta repeats rejected ones for days. */
const maxMetaBytes = 3 * 1024 * 1024
const maxOtherBytes = 256 * 1024

const tooLarge = (maxBytes: number) =>
  new ServiceError('payload_too_large', `The body may have at most ${maxBytes} bytes.`)

const limitMeta = limitBody(maxMetaBytes, () => tooLarge(maxMetaBytes))
const limitOthers = limitBody(maxOtherBytes, () => tooLarge(maxOtherBytes))

/** Public, secured by signatures. Two round trips: one reads the channel's secret, one stores the messages. */
export const hooksRoutes = new Hono<AppEnv>()
  .get('/:channel_id', async (c) => {
    const channel_id = pathId(c, 'channel_id', 'channel')
    const visitor = visitorOf(c)
    const counted = await limitSuspect(c, channel_id)
    const channel = await readHookCredentials(visitor, { channel_id })
    const token = c.req.query('hub.verify_token') ?? ''
    const isVerified = await hasVerifyToken(channel, token, channel_id, visitor.deployment.vault)
    const challenge = c.req.query('hub.challenge')
    if (isVerified && c.req.query('hub.mode') === 'subscribe' && challenge !== undefined) return c.text(challenge)
    await limitRefused(c, channel_id, counted)
    if (channel === null) throw hookNotFound()
    throw new ServiceError(
      'forbidden',
      'hub.mode must be "subscribe", and hub.verify_token must be the verify_token of the channel.',
    )
  })
  .post(
    '/:channel_id',
    (c, next) => (c.req.header('X-Hub-Signature-256') === undefined ? limitOthers : limitMeta)(c, next),
    async (c) => {
      const channel_id = pathId(c, 'channel_id', 'channel')
      const visitor = visitorOf(c)
      const signatures = signaturesIn(c.req.raw.headers, new Date())
      // Before anything is read from the database.
      const malformed = headerRefusal(signatures)
      if (malformed !== null) {
        visitor.trace.tokenRefused = `hook ${malformed}`
        await limitAddress(c, 'hook')
        throw badSignature()
      }
      const counted = await limitSuspect(c, channel_id)
      const channel = await readHookCredentials(visitor, { channel_id })
      const body = async () => bodyOf(c, channel)
      const { vault } = visitor.deployment
      const refusal = channel
        ? await hookRefusal(channel, { channelId: channel_id, signatures, body, vault })
        : 'unknown_channel'
      if (channel === null || refusal !== null) {
        visitor.trace.tokenRefused = `hook ${refusal ?? ''}`
        await limitRefused(c, channel_id, counted)
        throw channel === null || refusal === 'no_hook' ? hookNotFound() : badSignature()
      }
      trust(c, channel_id)
      const arrivals = await arrivalsIn(c, channel, new TextDecoder().decode(await body()))
      return c.json(arrivals.length === 0 ? { received: 0 } : await receive(visitor, { channel_id, arrivals }))
    },
  )

async function bodyOf(c: Context<AppEnv>, channel: HookCredentials | null): Promise<Uint8Array> {
  const body = new Uint8Array(await received(c.req.arrayBuffer()))
  if (channel && !metaKinds.includes(channel.kind) && body.byteLength > maxOtherBytes) throw tooLarge(maxOtherBytes)
  return body
}

const hookNotFound = () => new ServiceError('not_found', 'No such hook. Check the URL.')

const badSignature = () =>
  new ServiceError(
    'invalid_signature',
    "The signature is missing, expired or invalid. Sign the exact bytes of the body with the channel's secret.",
  )

async function arrivalsIn(c: Context<AppEnv>, { kind, account_id }: HookCredentials, text: string): Promise<Arrival[]> {
  switch (kind) {
    case 'whatsapp':
      return fromWhatsApp(lenientJson(text), account_id ?? '')
    case 'instagram':
    case 'messenger':
      return fromMessenger(lenientJson(text), account_id ?? '')
    case 'email':
      return fromEmail(valid(InboundEmail, text))
    case 'webhook':
      return fromWebhook(valid(InboundMessage, text), c.req.header('webhook-id') ?? '')
    case 'web_form':
      return []
  }
}

/** Requests signed by Meta are not rejected: invalid JSON is ignored, and characters that cannot be stored are removed. */
function lenientJson(text: string): unknown {
  try {
    return JSON.parse(text, (_, value: unknown) => {
      if (typeof value === 'string') return storable(value)
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
      const isStorable = Object.keys(value).every((name) => name === storable(name))
      return isStorable ? value : Object.fromEntries(Object.entries(value).map(([name, of]) => [storable(name), of]))
    })
  } catch {
    return undefined
  }
}

/** Requests of a merchant's own system are validated, and rejected with every problem. */
function valid<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  const given = parseJson(text)
  const read = schema.safeParse(given)
  if (read.success) return read.data
  throw refused('invalid_input', problemsIn(read.error, given))
}
