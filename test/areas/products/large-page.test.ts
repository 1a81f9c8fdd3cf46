import { expect, test } from 'vitest'
import { service } from '../../support/service.ts'
import { expectProblem, openShop } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'

// 200 KB each: a page of 60 is more than Neon answers with, a page of 10 is not.
const variants = Array.from({ length: 100 }, (_, nth) => ({
  options: Object.fromEntries(Array.from({ length: 5 }, (__, at) => [`part ${at}`, `${nth} ${'ط'.repeat(180)}`])),
}))

test('a page too large to send is refused with what to do, and a smaller one comes', async () => {
  const { owner, store } = await openShop({ through: service() })
  expect((await owner.post('/api/products', { title: 'Scarf', price: 10, variants })).status).toBe(201)
  await asOwner`with copies as (
      insert into products (store_id, id, slug, title, status, price_minor, currency, currency_exponent, options, images, tags)
      select p.store_id, uuidv7(), p.slug || '-' || n, p.title, p.status, p.price_minor, p.currency, p.currency_exponent, p.options,
             p.images, p.tags
        from products p, generate_series(1, 59) as n where p.store_id = ${store.id} returning store_id, id
    ), their_variants as (
      insert into product_variants (store_id, id, product_id, title, options, position)
      select v.store_id, uuidv7(), c.id, v.title, v.options, v.position
        from product_variants v join copies c on c.store_id = v.store_id returning store_id, id
    )
    insert into inventory (store_id, variant_id, on_hand) select store_id, id, 0 from their_variants`
  const problem = expectProblem(await owner.get('/api/products?limit=100'), 422, 'answer_too_large')
  expect(problem.detail).toContain('smaller limit')
  expect(await owner.get('/api/products?limit=10')).toMatchObject({ status: 200, body: { meta: { total: 60 } } })
})
