import { expect, test } from 'vitest'
import { Product } from '../../../src/areas/products/product.ts'
import { service } from '../../support/service.ts'
import { expectBody, expectProblem, openShop } from '../../support/shop.ts'

const shop = service()

test('staff can change the catalog, viewers can only read it', async () => {
  const { hire, addProduct } = await openShop({ through: shop })
  const [staff, viewer] = [await hire('staff'), await hire('viewer')]
  const scarf = { title: 'Scarf', price: 1 }
  const product = expectBody(await staff.post('/api/products', scarf), 201, Product)
  expect(await viewer.get(`/api/products/${product.id}`)).toMatchObject({ status: 200 })
  expect(await viewer.get('/api/products')).toMatchObject({ status: 200, body: { meta: { total: 1 } } })

  const { id, variants } = await addProduct()
  const at = `/api/products/${id}`
  const variantAt = `${at}/variants/${variants[0]?.id}`
  const adjustment = { variant_id: variants[0]?.id, delta: 1, reason: 'found' }
  for (const answer of [
    await viewer.post('/api/products', scarf),
    await viewer.patch(at, { title: 'Shawl' }),
    await viewer.delete(at),
    await viewer.post(`${at}/variants`, { sku: 'S' }),
    await viewer.patch(variantAt, { sku: 'S' }),
    await viewer.delete(variantAt),
    await viewer.post('/api/inventory/adjust', adjustment),
  ])
    expectProblem(answer, 403, 'forbidden')
  expect(await viewer.get(at)).toMatchObject({ body: { version: 1, status: 'active' } })
  expect(await staff.post('/api/inventory/adjust', adjustment)).toMatchObject({ status: 200, body: { on_hand: 101 } })
})
