import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { expectProblem, openShop, type Shop } from '../../support/shop.ts'
import { recordsIn } from './files.ts'

const Product = z.object({ title: z.string() })

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await shop.addProduct({ title: 'Scarf', tags: ['wool', 'winter'] })
  await shop.addProduct({ title: 'Sock', tags: ['cotton'] })
  await shop.addProduct({ title: 'Cap', tags: ['wool'] })
})

const titles = async (query: string) => {
  const { status, body } = await shop.owner.get(`/api/products/export?format=jsonl&${query}`)
  expect(status).toBe(200)
  return recordsIn(String(body), Product).map(({ title }) => title)
}

test('an export of products has those with one of the tags, in the order asked for', async () => {
  expect(await titles('tag=wool')).toEqual(['Cap', 'Scarf'])
  expect(await titles('tag=winter,cotton')).toEqual(['Sock', 'Scarf'])
  expect(await titles('tag=wool&sort=created_at')).toEqual(['Scarf', 'Cap'])
  expect(await titles('tag=wool&search=scarf')).toEqual(['Scarf'])
  expect(await titles('sort=created_at')).toEqual(['Scarf', 'Sock', 'Cap'])
})

test.for([
  ['q=scarf', '/q'],
  ['collection=winter', '/collection'],
  ['option.size=M', '/option.size'],
  ['price_from=1', '/price_from'],
  ['price_to=1', '/price_to'],
  ['in_stock=true', '/in_stock'],
  ['on_sale=true', '/on_sale'],
  ['sort=price', '/sort'],
])('an export of products refuses %s, which it would ignore', async ([query, pointer]) => {
  const problem = expectProblem(await shop.owner.get(`/api/products/export?${query}`), 422, 'invalid_input')
  expect(problem.errors).toMatchObject([{ pointer }])
})
