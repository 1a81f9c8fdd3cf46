import { beforeAll, expect, test } from 'vitest'
import type { Answer } from '../support/service.ts'
import { expectProblem, inStore, openShop, type Shop } from '../support/shop.ts'
import { call, stockFor } from './goods.ts'
import { apiRoutes, isWrite } from './route-table.ts'

// Somebody with two stores who says which one: a replay is read without that, since a write may have created a store.
let shop: Shop
beforeAll(async () => {
  const [own, other] = await Promise.all([openShop(), openShop()])
  await other.join(own.owner.subject, 'owner')
  shop = own
})

test('answers the removal of an invitation as it did before when its answer was lost', async () => {
  const { invitationId } = await stockFor((names) => names.invitationId, shop)
  const headers = { ...inStore(shop.store), 'Idempotency-Key': crypto.randomUUID() }
  const send = () => shop.owner.delete(`/api/members/${invitationId}`, headers)
  for (const answer of [await send(), await send(), ...(await Promise.all([send(), send()]))])
    expect(answer.status, JSON.stringify(answer.body)).toBe(204)
})

test('answers three bulk actions with one key at the same moment alike', async () => {
  const { orderId } = await stockFor((names) => names.orderId, shop)
  const headers = { ...inStore(shop.store), 'Idempotency-Key': crypto.randomUUID() }
  const body = { action: 'hold', order_ids: [orderId], reason: 'no_answer' }
  const send = () => shop.owner.post('/api/orders/bulk', body, headers)
  const answers = await Promise.all([send(), send(), send()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
  expect((await shop.owner.get(`/api/orders/${orderId}`, headers)).body).toMatchObject({ contact_attempts: 1 })
})

/** A delivery is shown as it is now, which may have been sent meanwhile. */
const shown = ({ body }: Answer) => ('next_attempt_at' in Object(body) ? Object(body).id : body)

test.for(apiRoutes.filter(({ route, status }) => isWrite(route) && status < 400))(
  'answers a write as it did before when its answer was lost: $route',
  async ({ route, sample, status, repeated, personal }) => {
    const chosen = personal || route === 'POST /api/stores' ? {} : inStore(shop.store)
    const request = sample(await stockFor((names) => sample(names, ''), shop), crypto.randomUUID())
    const send = () => call(shop.owner, route, request, { ...chosen, 'Idempotency-Key': key })
    const key = crypto.randomUUID()
    const first = await send()
    expect(first.status, JSON.stringify(first.body)).toBe(status)
    for (const again of [await send(), ...(await Promise.all([send(), send()]))]) {
      if (repeated) {
        expectProblem(again, repeated.status, repeated.code)
      } else {
        expect(again.status, JSON.stringify(again.body)).toBe(status)
        expect(shown(again)).toEqual(shown(first))
      }
    }
  },
)
