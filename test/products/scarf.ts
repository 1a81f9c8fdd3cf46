import { Product } from '../../src/products/product.ts'
import { service } from '../support/service.ts'
import { expectBody, openShop } from '../support/shop.ts'

// Connections of their own, so that requests sent together do meet.
const shop = service(crypto.randomUUID())

/** A scarf in S and L. */
export async function scarf() {
  const mine = await openShop({ through: shop })
  const { id, variants } = await mine.addProduct({
    variants: [
      { options: { Size: 'S' }, on_hand: 5 },
      { options: { Size: 'L' }, on_hand: 5 },
    ],
  })
  const [small, large] = variants
  if (!small || !large) throw new Error('the scarf lacks a size')
  const at = `/api/products/${id}`
  const read = async () => expectBody(await mine.owner.get(at), 200, Product)
  return { ...mine, id, at, small, large, read }
}
