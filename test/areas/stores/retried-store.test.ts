import { describe, expect, test } from 'vitest'
import { Store } from '../../../src/areas/stores/store.ts'
import { service } from '../../support/service.ts'
import { expectBody, expectProblem, somebody } from '../../support/shop.ts'

const shop = service()
const souk = { name: 'Souk', currency: 'USD' }
const key = () => ({ 'Idempotency-Key': crypto.randomUUID() })

describe('opening a store again with the same Idempotency-Key', () => {
  test('in parallel creates one store', async () => {
    for (let round = 0; round < 3; round++) {
      // Own connections, so that the requests really run in parallel.
      const merchant = await somebody(service(crypto.randomUUID()))
      const same = key()
      const answers = await Promise.all(Array.from({ length: 10 }, () => merchant.post('/api/stores', souk, same)))
      const made = new Set(answers.map((answer) => expectBody(answer, 201, Store).id))
      expect(made.size).toBe(1)
      for (const name of ['Location', 'ETag'])
        expect(new Set(answers.map(({ headers }) => headers.get(name))).size).toBe(1)
      expect(answers.filter(({ headers }) => headers.get('Idempotent-Replayed') === null)).toHaveLength(1)
      expect(await merchant.get('/api/stores')).toMatchObject({ body: { meta: { total: 1 } } })
    }
  })

  test('with another body is rejected', async () => {
    const merchant = await somebody(shop)
    const same = key()
    await merchant.post('/api/stores', souk, same)
    const other = await merchant.post('/api/stores', { ...souk, name: 'Other' }, same)
    expectProblem(other, 422, 'idempotency_key_reused')
    expect(await merchant.get('/api/stores')).toMatchObject({ body: { meta: { total: 1 } } })
  })

  test('by someone else creates their own', async () => {
    const same = key()
    const [one, two] = [await somebody(shop), await somebody(shop)]
    const first = expectBody(await one.post('/api/stores', souk, same), 201, Store)
    const second = expectBody(await two.post('/api/stores', souk, same), 201, Store)
    expect(second.id).not.toBe(first.id)
  })

  test('after a refusal creates the store', async () => {
    const merchant = await somebody(shop)
    const same = key()
    const slug = `souk-${crypto.randomUUID()}`
    await (await somebody(shop)).post('/api/stores', { ...souk, slug })
    expectProblem(await merchant.post('/api/stores', { ...souk, slug }, same), 409, 'duplicate')
    expectBody(await merchant.post('/api/stores', souk, same), 201, Store)
  })
})
