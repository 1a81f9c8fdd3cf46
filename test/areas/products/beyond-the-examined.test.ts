import { expect, test } from 'vitest'
import { listProducts } from '../../../src/areas/products/list-products.ts'
import { expectBody, openShop } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'

test('cursors reach every product that a filter finds, however many newer or older ones it does not', async () => {
  const { owner, store, addProduct } = await openShop()
  // A page examines 10,001 products of each status. From the newest, that is active ones up to 9,999 minutes ago and drafts up to
  // 20,000; from the oldest, active ones up to 52 minutes ago and drafts up to 104.
  const buttons = [
    { title: 'New button', ago: 0, status: 'active' },
    { title: 'Button of this hour', ago: 60, status: 'active' },
    { title: 'Next draft', ago: 103, status: 'draft' },
    { title: 'Next button', ago: 9_999.5, status: 'active' },
    { title: 'Old button', ago: 12_000, status: 'active' },
    { title: 'Old draft', ago: 15_000, status: 'draft' },
    { title: 'First draft', ago: 30_000, status: 'draft' },
  ]
  for (const { title, ago, status } of buttons) {
    const { id } = await addProduct({ title, price: 0.1, status })
    await asOwner`update products set created_at = now() - ${ago} * interval '1 minute' where store_id = ${store.id} and id = ${id}`
  }
  await asOwner`
    insert into product_facts (store_id, product_id, status, title, title_key, price_minor, prices, variants, reduced, created_at)
    select ${store.id}, uuidv7(), status, 'Coat', 'coat', 9000, '{9000}', 1, false, now() - (n * minutes) * interval '1 minute'
      from (values ('active', 1), ('draft', 2)) as filler(status, minutes), generate_series(1, 10050) as n`
  const titles = async (sort: string) => {
    const found: string[] = []
    for (let cursor = ''; ;) {
      const path = `/api/products?price_to=1&limit=10&sort=${sort}${cursor}`
      const { data, meta } = expectBody(await owner.get(path), 200, listProducts.output)
      found.push(...data.map(({ title }) => title))
      if (meta.next_cursor === null) return found
      cursor = `&cursor=${meta.next_cursor}`
    }
  }
  const newestFirst = buttons.map(({ title }) => title)
  expect(await titles('-created_at')).toEqual(newestFirst)
  expect(await titles('created_at')).toEqual(newestFirst.toReversed())
})
