import { stock, stockFor } from '../../isolation/goods.ts'
import type { RouteFacts } from '../../isolation/route-facts.ts'
import { database, service } from '../../support/service.ts'
import { client, openShop } from '../../support/shop.ts'

/** A shop whose owner's round trips to the database are counted. */
export async function shopWithTripCount(world: ReturnType<typeof stockedShop>) {
  const tag = `trips-${crypto.randomUUID()}`
  const { shop, goods } = await world
  const owner = client(shop.owner.token, service(tag))
  const trips = async () => (await database(tag).seen()).requests
  return { tag, shop, goods, owner, trips }
}

/** A stocked shop that read-only tests can share. */
export async function stockedShop() {
  const shop = await openShop()
  return { shop, goods: await stock(shop) }
}

/** A shop with the goods that this sample request needs. */
export async function shopFor(sample: RouteFacts['sample']) {
  const shop = await openShop()
  return { shop, goods: await stockFor((goods) => sample(goods, ''), shop) }
}
