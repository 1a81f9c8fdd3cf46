import { stock } from '../isolation/goods.ts'
import { database, service } from '../support/service.ts'
import { client, openShop } from '../support/shop.ts'

/** A shop, and its owner on connections of their own, whose requests to the database are counted at the endpoint. */
export async function counted() {
  const tag = `trips-${crypto.randomUUID()}`
  const shop = await openShop()
  const goods = await stock(shop)
  const owner = client(shop.owner.token, service(tag))
  const trips = async () => (await database(tag).seen()).requests
  return { tag, shop, goods, owner, trips }
}
