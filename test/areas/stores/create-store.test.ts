import { describe, expect, test } from 'vitest'
import { Customer } from '../../../src/areas/customers/customer.ts'
import { Product } from '../../../src/areas/products/product.ts'
import { Store } from '../../../src/areas/stores/store.ts'
import { eventsOf } from '../../support/events.ts'
import { service } from '../../support/service.ts'
import { expectBody, expectProblem, pointersOf, somebody, userId } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'

const shop = service()
const unique = (name: string) => `${name}-${crypto.randomUUID().slice(-12)}`

describe('opening a store', () => {
  test('makes its creator the owner', async () => {
    const merchant = await somebody(shop)
    const answer = await merchant.post('/api/stores', { name: '  Souk Al-Mubarakiya ', currency: 'KWD' })
    const store = expectBody(answer, 201, Store)
    expect(store).toMatchObject({
      name: 'Souk Al-Mubarakiya',
      currency: 'KWD',
      currency_exponent: 3,
      timezone: 'UTC',
      locale: 'en',
      status: 'active',
      role: 'owner',
      version: 1,
    })
    expect(answer.headers.get('Location')).toBe(`/api/stores/${store.id}`)
    expect(answer.headers.get('ETag')).toBe('"v1"')
    expect(await merchant.get('/api/stores')).toMatchObject({ body: { data: [store] } })
    expect(await eventsOf(store.id)).toMatchObject([{ type: 'store.created', actor_kind: 'user' }])
  })

  test('lets the owner sell at once, with orders from #1001', async () => {
    const merchant = await somebody(shop)
    await merchant.post('/api/stores', { name: 'Souk', currency: 'USD' })
    const { id: customer_id } = expectBody(await merchant.post('/api/customers', { name: 'Amal' }), 201, Customer)
    const scarf = { title: 'Scarf', price: 5, variants: [{ on_hand: 1 }] }
    const { id: product_id } = expectBody(await merchant.post('/api/products', scarf), 201, Product)
    const order = { customer_id, total_amount: 5, items: [{ product_id, quantity: 1, unit_price: 5 }] }
    expect(await merchant.post('/api/orders', order)).toMatchObject({
      status: 201,
      body: { name: '#1001', currency: 'USD' },
    })
  })

  test('knows the decimals of its currency, in any letter case', async () => {
    const merchant = await somebody(shop)
    const made = async (currency: string) =>
      expectBody(await merchant.post('/api/stores', { name: 'Souk', currency }), 201, Store)
    for (const [currency, exponent] of [
      ['JPY', 0],
      ['USD', 2],
      ['AED', 2],
      ['KWD', 3],
      ['BHD', 3],
    ] as const)
      expect(await made(currency)).toMatchObject({ currency, currency_exponent: exponent })
    expect(await made('kwd')).toMatchObject({ currency: 'KWD', currency_exponent: 3 })
  })

  test('accepts any time zone and language', async () => {
    const merchant = await somebody(shop)
    for (const timezone of ['Asia/Kuwait', 'Asia/Kolkata', 'Europe/Kyiv', 'America/Argentina/Buenos_Aires', 'UTC'])
      for (const locale of ['ar-KW', 'en'])
        expect(await merchant.post('/api/stores', { name: 'Souk', currency: 'USD', timezone, locale })).toMatchObject({
          status: 201,
          body: { timezone, locale },
        })
  })

  test('requires a name and a valid currency, time zone and language, and reports all problems at once', async () => {
    const merchant = await somebody(shop)
    const wrong = { name: ' ', currency: 'XYZ', timezone: 'Kuwait City', locale: 'Arabic!', slug: 'Not OK' }
    const problem = expectProblem(await merchant.post('/api/stores', wrong), 422, 'invalid_input')
    expect(pointersOf(problem).toSorted()).toEqual(['/currency', '/locale', '/name', '/slug', '/timezone'])
    for (const timezone of ['+03:00', 'Asia/Atlantis', '', 'Z'])
      expectProblem(
        await merchant.post('/api/stores', { name: 'Souk', currency: 'USD', timezone }),
        422,
        'invalid_input',
      )
    expect(await merchant.get('/api/stores')).toMatchObject({ body: { data: [] } })
  })
})

describe('the limit of stores per person', () => {
  const store = { name: 'Souk', currency: 'USD' }

  test('is 20 in 24 hours, even in parallel', async () => {
    for (let round = 0; round < 5; round++) {
      const merchant = await somebody(service(crypto.randomUUID()))
      for (let n = 0; n < 18; n++) expect((await merchant.post('/api/stores', store)).status).toBe(201)
      const answers = await Promise.all(Array.from({ length: 8 }, () => merchant.post('/api/stores', store)))
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
      for (const answer of answers.filter(({ status }) => status !== 201)) {
        expectProblem(answer, 429, 'rate_limited')
        const wait = Number(answer.headers.get('Retry-After'))
        expect(wait).toBeGreaterThan(86_000)
        expect(wait).toBeLessThanOrEqual(86_400)
      }
    }
    expect((await (await somebody()).post('/api/stores', store)).status).toBe(201)
  })

  test('counts the last 24 hours, including stores they left', async () => {
    const merchant = await somebody(shop)
    const id = await userId(merchant)
    await asOwner`insert into stores (id, slug, name, currency, currency_exponent, created_by, created_at)
      select gen_random_uuid(), 'left-' || ${id} || n, 'Left', 'USD', 2, ${id}, now() - interval '23 hours'
        from generate_series(1, 20) as n`
    expectProblem(await merchant.post('/api/stores', store), 429, 'rate_limited')
    await asOwner`update stores set created_at = now() - interval '24 hours' where slug = ${`left-${id}7`}`
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    const made = await merchant.post('/api/stores', store, key)
    expect(made.status).toBe(201)
    expect(Number((await merchant.post('/api/stores', store)).headers.get('Retry-After'))).toBeLessThanOrEqual(3_600)
    // Repeating the request creates no other store.
    expect(await merchant.post('/api/stores', store, key)).toMatchObject({ status: 201, body: made.body })
  })
})

describe("a store's slug", () => {
  test('is derived from the name and unique', async () => {
    const merchant = await somebody(shop)
    const slugOf = async (name: string) =>
      expectBody(await merchant.post('/api/stores', { name, currency: 'USD' }), 201, Store).slug
    const free = unique('free')
    expect(await slugOf(`${free}  Café & Co.`)).toBe(`${free}-cafe-co`)
    expect(await slugOf(`${free} cafe CO`)).toMatch(new RegExp(`^${free}-cafe-co-[0-9a-f]{8}$`))
    expect(await slugOf('سوق المباركية')).toMatch(/^store-[0-9a-f]{8}$/)
    // A path of the storefront.
    expect(await slugOf('Versions')).toMatch(/^versions-[0-9a-f]{8}$/)
    const twice = await Promise.all([1, 2, 3].map(async () => slugOf(`Twice ${free}`)))
    expect(new Set(twice).size).toBe(3)
    expect(twice).toContain(`twice-${free}`)
    expect(await slugOf('x'.repeat(200))).toMatch(/^x{50}(-[0-9a-f]{8})?$/)
  })

  test('that another store has had is not taken from it', async () => {
    const merchant = await somebody(shop)
    const name = unique('moved')
    const first = expectBody(await merchant.post('/api/stores', { name, currency: 'USD' }), 201, Store)
    await merchant.patch(`/api/stores/${first.id}`, { slug: unique('elsewhere') })
    const second = expectBody(await merchant.post('/api/stores', { name, currency: 'USD' }), 201, Store)
    expect(second.slug).toMatch(new RegExp(`^${name}-[0-9a-f]{8}$`))
  })

  test('is stored as sent', async () => {
    const slug = unique('souk')
    expect(await (await somebody(shop)).post('/api/stores', { name: 'Souk', currency: 'USD', slug })).toMatchObject({
      status: 201,
      body: { slug },
    })
  })

  test('of another store is rejected, whoever owns it, and nothing is created', async () => {
    const taken = { name: 'Souk', currency: 'USD', slug: unique('souk') }
    await (await somebody(shop)).post('/api/stores', taken)
    const second = await somebody(shop)
    const problem = expectProblem(await second.post('/api/stores', taken), 409, 'duplicate')
    expect(problem.errors).toMatchObject([{ pointer: '/slug', code: 'duplicate' }])
    expect(await second.get('/api/stores')).toMatchObject({ body: { meta: { total: 0 } } })
  })

  test('that is a path of the storefront is rejected', async () => {
    const merchant = await somebody(shop)
    for (const slug of ['pages', 'publish', 'rollback', 'Souk', 'so uk', '-souk', 'souk-', 'so--uk', 'سوق', '', 'a/b'])
      expectProblem(await merchant.post('/api/stores', { name: 'Souk', currency: 'USD', slug }), 422, 'invalid_input')
  })
})
