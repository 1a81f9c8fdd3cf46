import { beforeEach, describe, expect, test } from 'vitest'
import { verifyWebhook, WebhookVerificationError } from '../../clients/typescript/src/index.ts'
import { WebhookWithSecret } from '../../src/areas/webhooks/webhook.ts'
import { expectBody } from '../support/shop.ts'
import { type HookedShop, openHookedShop } from '../support/webhooks.ts'

let shop: HookedShop['shop']
let hook: Awaited<ReturnType<HookedShop['webhooks']['add']>>
beforeEach(async () => {
  const opened = await openHookedShop()
  shop = opened.shop
  hook = await opened.webhooks.add()
})

/** What the receiver got for an order: the body as it was sent, and its headers. */
async function receiveOrder() {
  const order = await shop.addOrder()
  const last = (await hook.received()).at(-1)
  if (!last) throw new Error('nothing was received')
  const headers = Object.fromEntries(Object.entries(last.headers).map(([name, value]) => [name, String(value)]))
  return { order, body: last.raw, headers, sentAt: Number(headers['webhook-timestamp']) * 1000 }
}

/** Why the message was refused. */
async function refusal(...message: Parameters<typeof verifyWebhook>) {
  const error: unknown = await verifyWebhook(...message).catch((error: unknown) => error)
  if (!(error instanceof WebhookVerificationError)) throw error
  return error.code
}

const otherSecret = `whsec_${btoa('x'.repeat(32))}`

describe('a receiver', () => {
  test('gets the event of a message that the service signed', async () => {
    const { order, body, headers } = await receiveOrder()
    const event = await verifyWebhook(body, headers, hook.secret)
    if (event.type !== 'order.created') throw new Error(event.type)
    expect(event.data.order).toMatchObject({ id: order.id, number: order.number })
  })

  test('may give the body as bytes, and the headers of a fetch request or in capitals', async () => {
    const { body, headers } = await receiveOrder()
    const bytes = new TextEncoder().encode(body)
    const inCapitals = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]))
    const events = [
      verifyWebhook(bytes, new Headers(headers), hook.secret),
      verifyWebhook(await new Blob([bytes]).arrayBuffer(), inCapitals, hook.secret),
    ]
    for (const event of await Promise.all(events)) expect(event.type).toBe('order.created')
  })

  test('understands messages with the old secret, the new one or both, during a rotation', async () => {
    const { secret } = expectBody(await shop.owner.post(`${hook.path}/rotate-secret`, {}), 200, WebhookWithSecret)
    const { body, headers } = await receiveOrder()
    expect(headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/)
    for (const secrets of [hook.secret, secret, [secret, hook.secret]])
      expect(await verifyWebhook(body, headers, secrets)).toMatchObject({ type: 'order.created' })
    expect(await refusal(body, headers, [otherSecret])).toBe('invalid_signature')
  })

  test('ignores signatures of other kinds beside the right one', async () => {
    const { body, headers } = await receiveOrder()
    const signature = `v1a,AAAA v1,%% v1, ${headers['webhook-signature']}`
    const event = verifyWebhook(body, { ...headers, 'webhook-signature': signature }, hook.secret)
    expect(await event).toMatchObject({ type: 'order.created' })
  })
})

describe('refuses a message', () => {
  test('that somebody changed, or that has the signature of another', async () => {
    const { body, headers } = await receiveOrder()
    expect(await refusal(body.replace('order.created', 'order.paid'), headers, hook.secret)).toBe('invalid_signature')
    expect(await refusal(body, { ...headers, 'webhook-id': 'other' }, hook.secret)).toBe('invalid_signature')
    const later = String(Number(headers['webhook-timestamp']) + 1)
    expect(await refusal(body, { ...headers, 'webhook-timestamp': later }, hook.secret)).toBe('invalid_signature')
    expect(await refusal(body, { ...headers, 'webhook-signature': 'v1,' }, hook.secret)).toBe('invalid_signature')
    expect(await refusal(body, headers, [])).toBe('invalid_signature')
  })

  test('that is not signed at all', async () => {
    const { body, headers } = await receiveOrder()
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
      expect(await refusal(body, { ...headers, [name]: undefined }, hook.secret)).toBe('missing_header')
    expect(await refusal(body, new Headers(), hook.secret)).toBe('missing_header')
  })

  test('that is older than five minutes, or further ahead, unless told otherwise', async () => {
    const { body, headers, sentAt } = await receiveOrder()
    const after = (seconds: number) => ({ now: new Date(sentAt + seconds * 1000) })
    for (const seconds of [299, -299])
      expect(await verifyWebhook(body, headers, hook.secret, after(seconds))).toMatchObject({ type: 'order.created' })
    for (const seconds of [301, -301])
      expect(await refusal(body, headers, hook.secret, after(seconds))).toBe('timestamp_out_of_range')
    const patient = { ...after(3600), toleranceSeconds: 7200 }
    expect(await verifyWebhook(body, headers, hook.secret, patient)).toMatchObject({ type: 'order.created' })
    const never = { ...headers, 'webhook-timestamp': 'now' }
    expect(await refusal(body, never, hook.secret, { toleranceSeconds: Infinity })).toBe('timestamp_out_of_range')
  })

  test('and says so differently if the receiver’s own secret is not one', async () => {
    const { body, headers } = await receiveOrder()
    for (const secret of ['', 'whsec_', 'whsec_%', hook.secret.slice(6)])
      await expect(verifyWebhook(body, headers, secret)).rejects.toBeInstanceOf(TypeError)
  })
})
