import { expect } from 'vitest'
import { z } from 'zod'
import type { Answer, Service } from '../support/service.ts'
import { type Client, openShop } from '../support/shop.ts'
import type { asOwner } from '../support/sql.ts'
import { call, stock, textOf } from './goods.ts'
import { addConnectionAndAddress } from './connection-fixture.ts'
import type { Goods } from './route-facts.ts'
import type { apiRoutes } from './route-table.ts'
import { snapshot } from './snapshot.ts'

/** A database and a service that uses it. */
export type Place = { readonly through: Service; readonly sql: typeof asOwner }

type Route = (typeof apiRoutes)[number]
type Name = keyof Goods

// A row of stock is known by its variant.
const Row = z
  .looseObject({ id: z.string() })
  .or(z.looseObject({ variant_id: z.string() }).transform(({ variant_id }) => ({ id: variant_id })))
const Ids = z.object({ data: z.array(Row) })

/** Two stores with different owners and the same kinds of resources. Those of the second contain a secret word. */
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

  /** Expects nothing of the other store in the response, except requested ids. */
  function expectNothingOfTheirs(answer: Answer, requestedIds: readonly string[] = []) {
    const text = textOf(answer, requestedIds)
    for (const word of [secret, theirs.store.id, ...Object.values(theirGoods)]) expect(text).not.toContain(word)
  }

  // Only `work` can change the other store, so the snapshot after one call serves as the one before the next.
  let lastSnapshot: Awaited<ReturnType<typeof snapshot>> | undefined

  /** Runs `work` and expects the other store's rows to be unchanged. */
  async function expectTheirsUnchanged(work: () => Promise<void>) {
    const before = lastSnapshot ?? (await snapshot(theirs.store.id, place.sql))
    await work()
    lastSnapshot = await snapshot(theirs.store.id, place.sql)
    expect(lastSnapshot).toEqual(before)
  }

  /** Sends the route's sample request with some of the ids replaced. */
  const request = (route: Route, others: Partial<Goods>, headers?: Record<string, string>, by: Client = mine.owner) =>
    call(by, route.route, route.sample({ ...goods, ...others }, crypto.randomUUID().slice(0, 8)), headers)

  const pickTheirs = (names: readonly Name[]): Partial<Goods> =>
    Object.fromEntries(names.map((name) => [name, theirGoods[name]]))
  const pickUnknown = (names: readonly Name[]): Partial<Goods> =>
    Object.fromEntries(names.map((name) => [name, crypto.randomUUID()]))

  /** The ids in a list of the first store, which must contain nothing of the other. */
  async function listIds(path: string) {
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
    request,
    pickTheirs,
    pickUnknown,
    listIds,
    expectNothingOfTheirs,
    expectTheirsUnchanged,
  }
}

export type TwoStores = Awaited<ReturnType<typeof twoStores>>
