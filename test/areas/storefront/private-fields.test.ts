import { expect, test } from 'vitest'
import { PlacedOrder } from '../../../src/areas/storefront/public/public-order.ts'
import { expectBody } from '../../support/shop.ts'
import { openWindow } from './shop-window.ts'

test('no public answer has what a product costs the merchant, its weight or whether it is taxed', async () => {
  const { addProduct, owner, publish, send, visit } = await openWindow({ published: false })
  const options = [{ name: 'Size', values: ['S', 'L'] }]
  const variants = [
    { options: { Size: 'S' }, on_hand: 5 },
    { options: { Size: 'L' }, on_hand: 5, weight_g: 86_421, taxable: false, cost: 8642.71 },
  ]
  const scarf = await addProduct({ title: 'Scarf', weight_g: 73_519, cost: 7351.93, options, variants })
  await owner.post('/api/storefront/pages', { title: 'About', body: 'We knit.' })
  await owner.post('/api/collections', { title: 'All', rules: [{ price_from: 0 }] })
  await publish()
  const order = {
    customer: { name: 'Amal', phone: '+965 5000 0001' },
    items: scarf.variants.map(({ id }) => ({ product_id: scarf.id, variant_id: id, quantity: 1 })),
  }
  const placed = await send('/orders', order)
  const { id } = expectBody(placed, 201, PlacedOrder)
  const quote = await send('/quote', { items: order.items, discount_code: 'NONE' })
  expect(quote.status).toBe(200)
  const answers = [placed, quote]
  for (const path of [
    '',
    '/pages/about',
    '/products',
    '/products?search=scarf',
    '/products/scarf',
    '/collections/all',
    `/orders/${id}`,
  ]) {
    const answer = await visit(path)
    expect(answer.status, path).toBe(200)
    answers.push(answer)
  }
  for (const { body } of answers)
    expect(JSON.stringify(body)).not.toMatch(
      /cost|weight|taxable|margin|:86421|:864271|8642\.71|:73519|:735193|7351\.93/,
    )
  const { body } = await owner.get(`/api/products/${scarf.id}`)
  expect(body, 'the merchant sees them').toMatchObject({ weight_g: 73_519, cost: 7351.93, variants })
})
