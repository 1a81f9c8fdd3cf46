import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiRoutes } from '../isolation/route-table.ts'
import { type Attacker, attacker } from './attack.ts'
import { headers } from './headers.ts'
import { ids, queries } from './query-strings.ts'

let attack: Attacker
beforeAll(async () => {
  attack = await attacker()
})
afterAll(() => attack.expectTheirsUntouched())

const reads = apiRoutes.filter(({ route }) => route.startsWith('GET '))
const routesWithIds = apiRoutes.filter(({ route }) => route.includes('/:'))

test.for(reads)('1000 query strings for $route', async ({ sample, list }) => {
  const { goods, mine, theirs, assault, statuses } = attack
  const { path } = sample(goods, '')
  // What is no list may need its own query: a search needs a term.
  const begin = list === undefined && path.includes('?') ? `${path}&` : path.replace(/(\?.*)?$/, '?')
  const before = statuses.get(200) ?? 0
  await assault(
    fc.record({
      method: fc.constant('GET'),
      path: queries.map((query) => `${begin}${query.replaceAll('#', '%23')}`),
      headers: headers([mine.store.id, mine.store.id, theirs.store.id], false),
    }),
    1000,
  )
  // Few queries are valid for routes other than lists, and only the empty one for routes without parameters.
  expect((statuses.get(200) ?? 0) - before).toBeGreaterThan(list === undefined ? 0 : 10)
})

test.for(routesWithIds)('500 ids in the path of $route', async ({ route, sample }) => {
  const { goods, theirGoods, mine, theirs, assault } = attack
  const { body } = sample(goods, 'fuzz')
  const pathIds = fc.oneof(
    { weight: 6, arbitrary: ids },
    { weight: 1, arbitrary: fc.constantFrom(...Object.values(theirGoods)) },
  )
  await assault(
    fc
      .tuple(pathIds, pathIds, headers([mine.store.id, theirs.store.id], body !== undefined))
      .map(([first, second, headers]) => ({
        method: route.slice(0, route.indexOf(' ')),
        path: route
          .slice(route.indexOf('/'))
          .replace(/:\w+/, () => first)
          .replace(/:\w+/, () => second),
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })),
    500,
  )
})
