import { expect, test } from 'vitest'
import { expectProblem, inStore, openShop, somebody } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'

test('a body with very many errors is rejected with the first hundred', async () => {
  const { post } = await somebody()
  const items = Array.from({ length: 100 }, () => ({}))
  const problem = expectProblem(await post('/api/orders', { items }), 422, 'invalid_input')
  expect(problem.errors).toHaveLength(100)
})

test('an array of more than 1,000 items is rejected before validation', async () => {
  const { post } = await somebody()
  const items = Array.from({ length: 1001 }, () => ({}))
  expectProblem(await post('/api/orders', { items }), 400, 'invalid_json')
})

test('a text that normalizes to eighteen times its length is stored unchanged and indexed up to a limit', async () => {
  const { store, addCustomer, owner } = await openShop()
  const notes = '\uFDFA'.repeat(5_000)
  const { id } = await addCustomer({ notes })
  const [row] =
    await asOwner`select length(search_text) as length, cardinality(app.grams(store_id, 0, search_text)) as grams
    from customers where store_id = ${store.id} and id = ${id}`
  expect(row).toEqual({ length: 20_000, grams: 9_997 })
  expect((await owner.get(`/api/customers/${id}`)).body).toMatchObject({ notes })
})

test('a title with surrogate pairs gets a well-formed slug', async () => {
  const { addProduct } = await openShop()
  const { slug } = await addProduct({ title: `a${'\u{20000}'.repeat(90)}` })
  expect(slug.isWellFormed()).toBe(true)
  expect(Array.from(slug)).toHaveLength(80)
})

test('a retry of creating a store with the X-Store-Id of another returns the same response', async () => {
  const { store, owner } = await openShop()
  const headers = { ...inStore(store), 'Idempotency-Key': crypto.randomUUID() }
  const body = { name: 'Second shop', currency: 'USD' }
  const first = await owner.post('/api/stores', body, headers)
  const again = await owner.post('/api/stores', body, headers)
  expect(first.status).toBe(201)
  expect(again).toMatchObject({ status: 201, body: first.body })
})
