import { describe, expect, test } from 'vitest'
import { Discount } from '../../../src/areas/discounts/discount.ts'
import { replayWebhook } from '../../../src/areas/webhooks/replay-webhook.ts'
import { onLoopback } from '../../support/outside/outside.ts'
import { service } from '../../support/service.ts'
import { inboxOf } from '../../support/inbox.ts'
import { expectBody, expectProblem, openShop } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { webhooksOf } from '../../support/webhooks.ts'

// A date without a time is the whole day of the store, at both ends. Kuwait is three hours ahead of UTC.

async function openInKuwait(options: Parameters<typeof openShop>[0] = {}) {
  const shop = await openShop(options)
  expect(await shop.owner.patch(`/api/stores/${shop.store.id}`, { timezone: 'Asia/Kuwait' })).toMatchObject({
    status: 200,
  })
  return shop
}

const isoDay = (at: Date) => at.toISOString().slice(0, 10)

describe('a discount', () => {
  const sale = { code: 'EID', kind: 'percentage', value: 10 }

  test('from a date to a date is for both days, and all days between', async () => {
    const { owner } = await openInKuwait()
    const days = { starts_at: '2026-12-01', ends_at: '2026-12-31' }
    const made = expectBody(await owner.post('/api/discounts', { ...sale, ...days }), 201, Discount)
    expect(made).toMatchObject({ starts_at: '2026-11-30T21:00:00.000Z', ends_at: '2026-12-31T21:00:00.000Z' })
    const changed = await owner.patch(`/api/discounts/${made.id}`, { ends_at: '2026-12-01' })
    expect(expectBody(changed, 200, Discount)).toMatchObject({
      starts_at: '2026-11-30T21:00:00.000Z',
      ends_at: '2026-12-01T21:00:00.000Z',
    })
    expectProblem(await owner.patch(`/api/discounts/${made.id}`, { ends_at: '2026-11-30' }), 422, 'invalid_input')
  })

  test('at a time is not moved', async () => {
    const { owner } = await openInKuwait()
    const times = { starts_at: '2026-12-01T00:00:00Z', ends_at: '2026-12-31T00:00:00+03:00' }
    expect(expectBody(await owner.post('/api/discounts', { ...sale, ...times }), 201, Discount)).toMatchObject({
      starts_at: '2026-12-01T00:00:00.000Z',
      ends_at: '2026-12-30T21:00:00.000Z',
    })
  })

  test('that ends today still runs', async () => {
    const { owner } = await openShop()
    const ends_at = isoDay(new Date())
    expect(expectBody(await owner.post('/api/discounts', { ...sale, ends_at }), 201, Discount).state).toBe('running')
  })
})

test('a conversation that is snoozed until a date reopens as that day begins in the store', async () => {
  const { owner, store, through } = await openInKuwait()
  const inbox = inboxOf({ owner, store, through })
  await (await inbox.addWebhook()).receive()
  const { id } = await inbox.only()
  const day = isoDay(new Date(Date.now() + 3 * 86_400_000))
  const snooze = (snoozed_until: string) =>
    owner.patch(`/api/inbox/conversations/${id}`, { status: 'snoozed', snoozed_until })
  expect(await snooze(day)).toMatchObject({
    status: 200,
    body: { snoozed_until: new Date(Date.parse(day) - 3 * 3_600_000).toISOString() },
  })
  for (const wrong of ['2026-01-01', '2999-01-01']) {
    const problem = expectProblem(await snooze(wrong), 422, 'invalid_input')
    expect(problem.errors).toMatchObject([{ pointer: '/snoozed_until' }])
  }
})

test('a replay since a date begins with that day in the store', async () => {
  const shop = await openInKuwait({ through: service(undefined, onLoopback) })
  const hook = await webhooksOf(shop).add()
  for (const at of ['2026-05-01T20:59:59Z', '2026-05-01T21:00:00Z'])
    await asOwner`insert into events (store_id, type, subject_id, actor_kind, created_at)
      values (${shop.store.id}, 'order.confirmed', ${shop.store.id}, 'system', ${at})`
  const answer = await shop.owner.post(`${hook.path}/replay`, { since: '2026-05-02', types: ['order.confirmed'] })
  expect(expectBody(answer, 202, replayWebhook.output)).toMatchObject({ queued: 1 })
})
