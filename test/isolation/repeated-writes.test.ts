import { beforeAll, expect, test } from 'vitest'
import type { Answer } from '../support/service.ts'
import { expectProblem, openShop, type Shop } from '../support/shop.ts'
import { call, stockFor } from './goods.ts'
import { apiRoutes, isWrite } from './route-table.ts'

// Somebody with two stores who says which one: a replay is read without that, since a write may have created a store.
let shop: Shop
beforeAll(async () => {
  const [own, other] = await Promise.all([openShop(), openShop()])
  await other.join(own.owner.subject, 'owner')
  shop = own
})

/** A delivery is shown as it is now, which may have been sent meanwhile. */
const shown = ({ body }: Answer) => ('next_attempt_at' in Object(body) ? Object(body).id : body)

test.for(apiRoutes.filter(({ route }) => isWrite(route)))(
  'answers a write as it did before when its answer was lost: $route',
  async ({ route, sample, status, repeated, personal }) => {
    const chosen = personal || route === 'POST /api/stores' ? {} : { 'X-Store-Id': shop.store.id }
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
