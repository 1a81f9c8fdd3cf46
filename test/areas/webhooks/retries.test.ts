import { expect, test } from 'vitest'
import { openHookedShop } from '../../support/webhooks.ts'

const minute = 60
const hour = 60 * minute

// The table in docs/webhooks.md.
const pauses = [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour]

test('an event is sent again after the pauses in the guide, each up to 20 % shorter or longer', async () => {
  const { shop, webhooks } = await openHookedShop()
  const hook = await webhooks.add()
  for (const [made, pause] of pauses.entries()) {
    // One for the order, one for the test event, whichever is sent first.
    await hook.side.answer({ status: 500 }, { status: 500 })
    if (made === 0) await shop.addOrder()
    else {
      await shop.sql`delete from webhook_deliveries where webhook_id = ${hook.id} and event_type = 'webhook.test'`
      await shop.sql`update webhook_deliveries set attempts = ${made}, due_at = now() - interval '1 minute'
        where webhook_id = ${hook.id} and event_type = 'order.created'`
      await shop.owner.post(`${hook.path}/test`, {})
    }
    const delivery = (await hook.deliveries()).find(({ event_type }) => event_type === 'order.created')
    expect(delivery).toMatchObject({ status: 'pending', attempts: made + 1 })
    const [next, last] = [delivery?.next_attempt_at, delivery?.last_attempt_at].map((time) => Date.parse(time ?? ''))
    const seconds = ((next ?? NaN) - (last ?? NaN)) / 1000
    expect(seconds, `after attempt ${made + 1}`).toBeGreaterThanOrEqual(0.79 * pause)
    expect(seconds, `after attempt ${made + 1}`).toBeLessThanOrEqual(1.21 * pause)
  }
})

test.for([502, 504])('with %s, a receiver can ask for a longer pause, as with 429 and 503', async (status) => {
  const { shop, webhooks } = await openHookedShop()
  const hook = await webhooks.add()
  await hook.side.answer({ status, headers: { 'Retry-After': '7200' } })
  await shop.addOrder()
  const { next_attempt_at, last_attempt_at } = await hook.only()
  expect(Date.parse(next_attempt_at ?? '') - Date.parse(last_attempt_at ?? '')).toBe(7_200_000)
})
