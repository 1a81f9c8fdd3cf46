import { describe, expect, test } from 'vitest'
import { service } from '../../../support/service.ts'
import { expectProblem, openShop } from '../../../support/shop.ts'

const shop = service()

describe('X-Store-Id', () => {
  test('that is invalid, unknown or of another merchant is store_not_found', async () => {
    const { owner } = await openShop({ through: shop })
    const { store: foreign } = await openShop({ through: shop })
    for (const id of [
      '',
      'acme',
      '7',
      `${foreign.id}x`,
      `${foreign.id}, ${foreign.id}`,
      crypto.randomUUID(),
      foreign.id,
    ])
      for (const path of ['/api/me', '/api/products', '/api/orders', '/api/stores']) {
        const problem = expectProblem(await owner.get(path, { 'X-Store-Id': id }), 404, 'store_not_found')
        expect(problem.detail).toContain('X-Store-Id must be the id or slug of one of your stores')
      }
  })

  test('may be in upper case', async () => {
    const { owner, store } = await openShop({ through: shop })
    expect(await owner.get('/api/products', { 'X-Store-Id': store.id.toUpperCase() })).toMatchObject({ status: 200 })
  })
})

describe('Idempotency-Key', () => {
  test('that is invalid is rejected, and nothing is created', async () => {
    const { owner } = await openShop({ through: shop })
    for (const key of [
      '',
      '""',
      'two words',
      '"a b"',
      'x'.repeat(256),
      `"${'x'.repeat(256)}"`,
      'a\tb',
      '"a" "b"',
      'clé',
    ])
      expectProblem(
        await owner.post('/api/customers', { name: 'Amal' }, { 'Idempotency-Key': key }),
        400,
        'invalid_idempotency_key',
      )
    expect(await owner.get('/api/customers')).toMatchObject({ body: { meta: { total: 0 } } })
  })

  test('is the same key with and without quotes, up to 255 characters', async () => {
    const { owner } = await openShop({ through: shop })
    for (const key of [
      'k',
      'x'.repeat(255),
      '8e03978e-40d5-43e8-bc93-6894a57f9324',
      '!#$%&()*+,-./:;<=>?@[]^_`{|}~',
      "k');--",
    ]) {
      const bare = await owner.post('/api/customers', { name: 'Amal' }, { 'Idempotency-Key': key })
      const quoted = await owner.post('/api/customers', { name: 'Amal' }, { 'Idempotency-Key': `"${key}"` })
      expect(bare).toMatchObject({ status: 201 })
      expect(quoted).toMatchObject({ status: 201, body: bare.body })
      expect([bare, quoted].map(({ headers }) => headers.get('Idempotent-Replayed'))).toEqual([null, 'true'])
    }
    expect(await owner.get('/api/customers')).toMatchObject({ body: { meta: { total: 5 } } })
  })
})

describe('If-Match', () => {
  test('that is not a valid ETag is rejected, and nothing is changed', async () => {
    const { owner, addCustomer } = await openShop({ through: shop })
    const { id } = await addCustomer()
    for (const tag of ['', 'v1', '"1"', '"v"', '"v-1"', '"v1.5"', '"v1", "v2"', '"v9999999999"', 'W/v1', '"V1"'])
      expectProblem(
        await owner.patch(`/api/customers/${id}`, { name: 'Noor' }, { 'If-Match': tag }),
        400,
        'invalid_header',
      )
    expect(await owner.get(`/api/customers/${id}`)).toMatchObject({ body: { name: 'Amal', version: 1 } })
  })

  test('a list of ETags is refused with what to send', async () => {
    const { owner, addCustomer } = await openShop({ through: shop })
    const { id } = await addCustomer()
    const answer = await owner.patch(`/api/customers/${id}`, { name: 'Noor' }, { 'If-Match': '"v1", "v2"' })
    expect(expectProblem(answer, 400, 'invalid_header').detail).toContain('only one: send the one that you read')
  })

  test('may be the ETag, a weak ETag or *', async () => {
    const { owner, addCustomer } = await openShop({ through: shop })
    const { id } = await addCustomer()
    for (const [index, tag] of ['"v1"', 'W/"v2"', '*', ' "v4" '].entries())
      expect(await owner.patch(`/api/customers/${id}`, { name: 'Noor' }, { 'If-Match': tag })).toMatchObject({
        status: 200,
        body: { version: index + 2 },
      })
  })
})
