import { Product } from '../../../src/areas/products/product.ts'
import { service } from '../../support/service.ts'
import { expectBody, openShop } from '../../support/shop.ts'

// Own database connections, so that concurrent requests overlap.
const shop = service(crypto.randomUUID())

/** Opens a store with a scarf in sizes S and L. */
export async function scarf() {
  const mine = await openShop({ through: shop })
  const { id, variants } = await mine.addProduct({
    variants: [
      { options: { Size: 'S' }, on_hand: 5 },
      { options: { Size: 'L' }, on_hand: 5 },
    ],
  })
  const [small, large] = variants
  if (!small || !large) throw new Error('the scarf must have two variants')
  const at = `/api/products/${id}`
  const read = async () => expectBody(await mine.owner.get(at), 200, Product)
  return { ...mine, id, at, small, large, read }
}
