import { stock, stockFor } from '../isolation/goods.ts'
import type { RouteFacts } from '../isolation/route-facts.ts'
import { database, service } from '../support/service.ts'
import { client, openShop } from '../support/shop.ts'

/** A shop, and its owner on connections of their own, whose requests to the database are counted at the endpoint. */
export async function counted(world: ReturnType<typeof stockedShop>) {
  const tag = `trips-${crypto.randomUUID()}`
  const { shop, goods } = await world
  const owner = client(shop.owner.token, service(tag))
  const trips = async () => (await database(tag).seen()).requests
  return { tag, shop, goods, owner, trips }
}

/** For several to share, where none of them changes anything. */
export async function stockedShop() {
  const shop = await openShop()
  return { shop, goods: await stock(shop) }
}

/** A shop with what this sample request needs. */
export async function shopFor(sample: RouteFacts['sample']) {
  const shop = await openShop()
  return { shop, goods: await stockFor((made) => sample(made, ''), shop) }
}
