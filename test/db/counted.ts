import { stock } from '../isolation/goods.ts'
import { database, service } from '../support/service.ts'
import { client, openShop } from '../support/shop.ts'

/** A shop, and its owner on connections of their own, whose requests to the database are counted at the endpoint. */
export async function counted(world = stockedShop()) {
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
