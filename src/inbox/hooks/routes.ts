import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type * as z from 'zod'
import { refused, ServiceError } from '../../errors.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { pathId } from '../../http/preconditions.ts'
import { limitRefused, limitSuspect, trust } from '../../http/limit-hooks.ts'
import { limitAddress } from '../../http/rate-limit.ts'
import { parseJson } from '../../parse-json.ts'
import { problemsIn } from '../../problems.ts'
import { visitorOf } from '../../http/visitor.ts'
import type { Arrival } from './arrival.ts'
import { storable } from '../storable-text.ts'
import { type Lock, readLock } from './channel-lock.ts'
import { fromEmail, InboundEmail } from './email.ts'
import { fromMessenger } from './messenger.ts'
import { hookRefusal, metaKinds, namesVerifyToken, signaturesIn, unreadRefusal } from './open-hook.ts'
import { receive } from './receive.ts'
import { fromWebhook, InboundMessage } from './webhook.ts'
import { fromWhatsApp } from './whatsapp.ts'

/** Meta's payloads have 3 MB at most, and one that is turned away comes again for days. */
const maxMetaBytes = 3 * 1024 * 1024
const maxOtherBytes = 256 * 1024

const limitBody = (maxSize: number) => bodyLimit({ maxSize, onError: () => tooLarge(maxSize) })
const limitMeta = limitBody(maxMetaBytes)
const limitOthers = limitBody(maxOtherBytes)

function tooLarge(most: number): never {
  throw new ServiceError('payload_too_large', `The body may have at most ${most} bytes.`)
}

/** Open to all: who may post is known by the signature. Two round trips: the channel's secret, then what was posted. */
export const hooksRoutes = new Hono<AppEnv>()
  .get('/:channel_id', async (c) => {
    const channel_id = pathId(c, 'channel_id', 'channel')
    const visitor = visitorOf(c)
    const counted = await limitSuspect(c, channel_id)
    const lock = await readLock(visitor, { channel_id })
    const token = c.req.query('hub.verify_token') ?? ''
    const known = await namesVerifyToken(lock, token, channel_id, visitor.deployment.vault)
    const challenge = c.req.query('hub.challenge')
    if (known && c.req.query('hub.mode') === 'subscribe' && challenge !== undefined) return c.text(challenge)
    await limitRefused(c, channel_id, counted)
    if (lock === null) throw hookNotFound()
    throw new ServiceError('forbidden', 'hub.mode must be subscribe, hub.verify_token that of the channel.')
  })
  .post(
    '/:channel_id',
    (c, next) => (c.req.header('X-Hub-Signature-256') === undefined ? limitOthers : limitMeta)(c, next),
    async (c) => {
      const channel_id = pathId(c, 'channel_id', 'channel')
      const visitor = visitorOf(c)
      const signatures = signaturesIn(c.req.raw.headers, new Date())
      // What cannot be right costs no more than this.
      const unread = unreadRefusal(signatures)
      if (unread !== null) {
        visitor.trace.tokenRefused = `hook ${unread}`
        await limitAddress(c, 'hook')
        throw badSignature()
      }
      const counted = await limitSuspect(c, channel_id)
      const lock = await readLock(visitor, { channel_id })
      const body = async () => bodyOf(c, lock)
      const { vault } = visitor.deployment
      const refusal = lock
        ? await hookRefusal(lock, { channelId: channel_id, signatures, body, vault })
        : 'unknown_channel'
      if (lock === null || refusal !== null) {
        visitor.trace.tokenRefused = `hook ${refusal ?? ''}`
        await limitRefused(c, channel_id, counted)
        throw lock === null || refusal === 'no_hook' ? hookNotFound() : badSignature()
      }
      trust(c, channel_id)
      const arrivals = arrivalsIn(c, lock, new TextDecoder().decode(await body()))
      return c.json(arrivals.length === 0 ? { received: 0 } : await receive(visitor, { channel_id, arrivals }))
    },
  )

async function bodyOf(c: Context<AppEnv>, lock: Lock | null): Promise<Uint8Array> {
  const body = new Uint8Array(await c.req.arrayBuffer())
  if (lock && !metaKinds.includes(lock.kind) && body.byteLength > maxOtherBytes) tooLarge(maxOtherBytes)
  return body
}

const hookNotFound = () => new ServiceError('not_found', 'There is no such hook. Check its address.')

const badSignature = () =>
  new ServiceError(
    'invalid_signature',
    "The signature is missing, too old, or not that of the body with the channel's secret. Sign the very bytes that are sent.",
  )

function arrivalsIn(c: Context<AppEnv>, { kind, account_id }: Lock, text: string): Arrival[] {
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

/** What Meta signed is taken as it is: without the characters that the database cannot keep, and nothing where it is no JSON. */
function lenientJson(text: string): unknown {
  try {
    return JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? storable(value) : value))
  } catch {
    return undefined
  }
}

/** What a developer posts is told what is wrong with it. */
function valid<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  const read = schema.safeParse(parseJson(text))
  if (read.success) return read.data
  throw refused('invalid_input', problemsIn(read.error))
}
