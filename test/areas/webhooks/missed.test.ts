import { beforeEach, describe, expect, test } from 'vitest'
import { Webhook } from '../../../src/areas/webhooks/webhook.ts'
import { expectBody } from '../../support/shop.ts'
import { type HookedShop, openHookedShop } from '../../support/webhooks.ts'

let shop: HookedShop['shop']
let webhooks: HookedShop['webhooks']
beforeEach(async () => {
  ;({ shop, webhooks } = await openHookedShop())
})

type Hook = Awaited<ReturnType<typeof webhooks.add>>

const disable = async (hook: Hook) => expectBody(await shop.owner.patch(hook.path, { enabled: false }), 200, Webhook)

/** Enables the webhook and replays what its health says that it missed. */
async function catchUp(hook: Hook) {
  const { health } = expectBody(await shop.owner.patch(hook.path, { enabled: true }), 200, Webhook)
  return shop.owner.post(`${hook.path}/replay`, { since: health.missed_since })
}

describe('since the time in its health, a disabled webhook has missed', () => {
  test('the only event there was, to which its receiver answered 410', async () => {
    const hook = await webhooks.add()
    await hook.side.answer({ status: 410 })
    await shop.addOrder()
    expect(await catchUp(hook)).toMatchObject({ status: 202, body: { queued: 1 } })
    expect(await hook.only()).toMatchObject({ status: 'delivered' })
  })

  test('an event that was given up while the receiver failed', async () => {
    const hook = await webhooks.add()
    await hook.side.answer({ status: 500 }, { status: 500 }, { status: 500 })
    await shop.addOrder()
    await shop.sql`update webhook_deliveries set attempts = 9, due_at = now() where webhook_id = ${hook.id}`
    await shop.owner.post(`${hook.path}/test`, {})
    const given = (await hook.deliveries()).find(({ event_type }) => event_type === 'order.created')
    expect(given).toMatchObject({ status: 'failed', attempts: 10 })
    await disable(hook)
    expect(await catchUp(hook)).toMatchObject({ status: 202, body: { queued: 1 } })
    // With all its attempts.
    expect((await hook.deliveries('?status=delivered')).map(({ id, attempts }) => [id, attempts])).toContainEqual([
      given?.id,
      1,
    ])
  })

  test('nothing that arrived before, and all that happened after', async () => {
    const hook = await webhooks.add()
    await shop.addOrder()
    const { disabled_at, health } = await disable(hook)
    expect(health.missed_since).toBe(disabled_at)
    const { id } = await shop.addOrder()
    expect(await catchUp(hook)).toMatchObject({ status: 202, body: { queued: 1 } })
    expect((await hook.received()).at(-1)?.event.subject.id).toBe(id)
  })
})

test('an event that arrives while its webhook is being disabled has arrived', async () => {
  const hook = await webhooks.add()
  await hook.side.answer({ held: true })
  const ordering = shop.addOrder()
  await expect.poll(hook.received).toHaveLength(1)
  await disable(hook)
  expect(await hook.only()).toMatchObject({ status: 'failed', error: 'webhook_disabled' })
  await hook.side.release()
  await ordering
  expect(await hook.only()).toMatchObject({ status: 'delivered', error: null, response_status: 202 })
})
