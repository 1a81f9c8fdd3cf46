import { expect } from 'vitest'
import { z } from 'zod'
import type { Answer, Service } from '../support/service.ts'
import { openShop } from '../support/shop.ts'
import type { asOwner } from '../support/sql.ts'
import { call, stock, textOf } from './goods.ts'
import { addConnectionAndAddress } from './connection-fixture.ts'
import type { Goods } from './route-facts.ts'
import type { apiRoutes } from './route-table.ts'
import { snapshot } from './snapshot.ts'

/** Where the two stores are: a database, and the service on it. */
export type Place = { readonly through: Service; readonly sql: typeof asOwner }

type Route = (typeof apiRoutes)[number]
type Name = keyof Goods

const Ids = z.object({ data: z.array(z.looseObject({ id: z.string() })) })

/** Two stores with the same kinds of things, one owner each. The second one's things carry a word of their own. */
export async function twoStores(place: Place) {
  const secret = `zq${crypto.randomUUID().slice(0, 8)}`
  const [mine, theirs] = await Promise.all([openShop(place), openShop(place)])
  const phone = { phone: '+965 5000 0001' }
  const [goods, theirGoods] = [await stock(mine, 'Wool', phone), await stock(theirs, secret, phone)]
  await stock(theirs, `${secret}x`, { phone: '+965 5000 0002' })
  await Promise.all([
    addConnectionAndAddress(place.sql, mine, 'Wool'),
    addConnectionAndAddress(place.sql, theirs, secret),
  ])

  /** Nothing of the other store is in the answer, save what was asked for by its id. */
  function expectNothingOfTheirs(answer: Answer, asked: readonly string[] = []) {
    const text = textOf(answer, asked)
    for (const word of [secret, theirs.store.id, ...Object.values(theirGoods)]) expect(text).not.toContain(word)
  }

  // Nothing but the work below could change the other store: the state after one is the state before the next.
  let lastSnapshot: Awaited<ReturnType<typeof snapshot>> | undefined

  /** Whatever happens in `work`, the other store's rows stay byte for byte as they are. */
  async function leavesTheirsAlone(work: () => Promise<void>) {
    const before = lastSnapshot ?? (await snapshot(theirs.store.id, place.sql))
    await work()
    lastSnapshot = await snapshot(theirs.store.id, place.sql)
    expect(lastSnapshot).toEqual(before)
  }

  /** The route's answer to my request with some names swapped for others. */
  const ask = (route: Route, others: Partial<Goods>, headers?: Record<string, string>) =>
    call(mine.owner, route.route, route.sample({ ...goods, ...others }, crypto.randomUUID().slice(0, 8)), headers)

  const pickTheirs = (names: readonly Name[]): Partial<Goods> =>
    Object.fromEntries(names.map((name) => [name, theirGoods[name]]))
  const pickUnknown = (names: readonly Name[]): Partial<Goods> =>
    Object.fromEntries(names.map((name) => [name, crypto.randomUUID()]))

  /** Ids of my list, which must all be mine. */
  async function listed(path: string) {
    const answer = await mine.owner.get(path)
    expectNothingOfTheirs(answer)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return Ids.parse(answer.body).data.map(({ id }) => id)
  }

  return {
    mine,
    theirs,
    goods,
    theirGoods,
    secret,
    ask,
    pickTheirs,
    pickUnknown,
    listed,
    expectNothingOfTheirs,
    leavesTheirsAlone,
  }
}

export type TwoStores = Awaited<ReturnType<typeof twoStores>>
