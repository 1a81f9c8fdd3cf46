import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { database, service } from '../../support/service.ts'
import { expectProblem } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { openWindow } from './shop-window.ts'

// Time stands still, so that nothing expires because the machine is busy.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** Lets the given number of seconds pass for the service, so that cached entries age. */
const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

/** A public shop with a page and a product, and a visitor whose round trips to the database are counted. */
async function visited() {
  const tag = `visit-${crypto.randomUUID()}`
  const window = await openWindow({ published: false })
  await window.owner.post('/api/storefront/pages', { title: 'About', body: 'one' })
  const product = await window.addProduct({ title: 'Scarf', tags: ['wool'] })
  await window.owner.post('/api/collections', { title: 'Warm', rules: [{ tag: 'wool' }] })
  await window.publish()
  const through = service(tag)
  const visit = (path = '', headers: Record<string, string> = {}) => through.fetch(`${window.base}${path}`, { headers })
  return { ...window, product, visit, trips: async () => (await database(tag).seen()).requests }
}

const paths = [
  '',
  '/pages/about',
  '/products',
  '/products?search=scarf&tag=wool&limit=5',
  '/products/scarf',
  '/collections',
  '/collections/warm?limit=5',
]

describe('a public read', () => {
  test.for(paths)('of %s costs one round trip, and none the second time', async (path) => {
    const { visit, trips } = await visited()
    const first = await visit(path)
    expect(first.status).toBe(200)
    expect(await trips()).toBe(1)
    for (let i = 0; i < 5; i++) expect(await visit(path)).toMatchObject({ status: 200, body: first.body })
    expect(await trips()).toBe(1)
  })

  test('is cached separately for each query', async () => {
    const { visit, trips, addProduct } = await visited()
    await addProduct({ title: 'Cap' })
    const asked = [
      '/products',
      '/products?limit=1',
      '/products?page=2&limit=1',
      '/products?search=cap',
      '/products?tag=cap',
    ]
    const bodies = []
    for (const path of asked) bodies.push(JSON.stringify((await visit(path)).body))
    expect(new Set(bodies).size).toBe(5)
    expect(await trips()).toBe(5)
    for (const [at, path] of asked.entries()) expect(JSON.stringify((await visit(path)).body)).toBe(bodies[at])
    expect(await trips()).toBe(5)
    // The same query, written differently.
    await visit('/products?limit=20&page=1')
    await visit('/products?limit=1&page=2')
    expect(await trips()).toBe(5)
  })

  test('is cached separately for each store and path, however they are encoded', async () => {
    const { visit, trips, base } = await visited()
    for (const path of paths) await visit(path)
    const before = await trips()
    for (const search of ['..', '../..', '.', '%2e%2e', '%2F..%2F..', '%252e%252e'])
      for (const tag of ['..', '%2e%2e', '../../pages/=about'])
        expect(await visit(`/products?search=${search}&tag=${encodeURIComponent(tag)}`)).toMatchObject({
          body: { data: [] },
        })
    for (const path of ['/pages/..%2f..%2f', '/products/..%2f=about', '/pages/%2e%2e%2fstore'])
      expectProblem(await visit(path), 404, 'not_found')
    expect(await trips()).toBeGreaterThan(before)
    expect(await visit()).toMatchObject({ status: 200, body: { slug: base.split('/').at(-1) } })
    expect(await visit('/pages/about')).toMatchObject({ status: 200, body: { body_html: '<p>one</p>\n' } })
  })

  test('of a missing resource is not cached', async () => {
    const { visit, addProduct } = await visited()
    expectProblem(await visit('/products/cap'), 404, 'not_found')
    await addProduct({ title: 'Cap' })
    expect(await visit('/products/cap')).toMatchObject({ status: 200 })
  })
})

describe('published content', () => {
  test('is visible immediately where it was published', async () => {
    const { visit, patch, publish, owner } = await visited()
    for (const path of paths) await visit(path)
    await patch({ profile: { tagline: 'new' } })
    await owner.post('/api/storefront/pages', { title: 'Terms' })
    expect(await visit()).toMatchObject({ body: { profile: { tagline: null } } })
    await publish()
    expect(await visit()).toMatchObject({ body: { profile: { tagline: 'new' }, pages: [{}, { slug: 'terms' }] } })
    expect(await visit('/pages/terms')).toMatchObject({ status: 200 })
    await owner.post('/api/storefront/rollback', { version: 1 })
    expect(await visit()).toMatchObject({ body: { profile: { tagline: null }, pages: [{}] } })
    expectProblem(await visit('/pages/terms'), 404, 'not_found')
  })

  test('is visible within 30 seconds everywhere else', async () => {
    const { visit, store, trips } = await visited()
    expect(await visit()).toMatchObject({ body: { version: 1 } })
    // As after a publication in another location: the database has changed, and this cache was not invalidated.
    await asOwner`insert into storefront_versions (store_id, id, number, content)
      select store_id, gen_random_uuid(), 2, content from storefront_versions where store_id = ${store.id}`
    await asOwner`update storefronts set published_version = 2, last_version = 2 where store_id = ${store.id}`
    later(28)
    expect(await visit()).toMatchObject({ body: { version: 1 } })
    expect(await trips()).toBe(1)
    later(3)
    expect(await visit()).toMatchObject({ body: { version: 2 } })
    expect(await trips()).toBe(2)
  })

  test('disappears within 30 seconds of closing the store', async () => {
    const { visit, store } = await visited()
    for (const path of paths) expect(await visit(path)).toMatchObject({ status: 200 })
    await asOwner`update stores set status = 'closed' where id = ${store.id}`
    later(31)
    for (const path of paths) expectProblem(await visit(path), 404, 'not_found')
  })
})

describe('a store that changes its slug', () => {
  const take = ({ owner, store }: Awaited<ReturnType<typeof visited>>, slug: string) =>
    owner.patch(`/api/stores/${store.id}`, { slug })

  test('is available at the new slug immediately, and the old one redirects', async () => {
    const one = await visited()
    const slug = `souk-${crypto.randomUUID()}`
    const look = (path: string) => service().fetch(`/api/storefront/${slug}${path}`)
    for (const path of paths) await one.visit(path)
    expect(await take(one, slug)).toMatchObject({ status: 200, body: { slug } })
    for (const path of paths) {
      expect((await one.visit(path)).status).toBe(301)
      expect((await look(path)).status).toBe(200)
    }
    expect(await look('')).toMatchObject({ body: { slug } })
    // Back and forth, so that cached redirects are outdated.
    await take(one, one.store.slug)
    expect((await look('')).status).toBe(301)
    expect(await one.visit()).toMatchObject({ body: { slug: one.store.slug } })
  })

  test('is available at the new slug even if the cached copy was not invalidated, once it expires', async () => {
    const one = await visited()
    await one.visit()
    const slug = `souk-${crypto.randomUUID()}`
    // As in another location: the database has changed, and this cache was not invalidated.
    await asOwner`update stores set slug = ${slug} where id = ${one.store.id}`
    later(31)
    expect((await one.visit('/products')).status).toBe(301)
    expect(await service().fetch(`/api/storefront/${slug}`)).toMatchObject({ body: { slug } })
  })
})

test('a change of a product is visible within 15 seconds', async () => {
  const { visit, owner, product } = await visited()
  for (const path of paths) await visit(path)
  await owner.patch(`/api/products/${product.id}`, { price: 12 })
  expect(await visit('/products/scarf')).toMatchObject({ body: { price: 10 } })
  later(16)
  expect(await visit('/products/scarf')).toMatchObject({ body: { price: 12 } })
  expect(await visit('/products')).toMatchObject({ body: { data: [{ price: 12 }] } })
  await owner.delete(`/api/products/${product.id}`)
  later(16)
  expectProblem(await visit('/products/scarf'), 404, 'not_found')
})

describe('caches in front of the service', () => {
  test('are told how long to keep an answer, and how old it is', async () => {
    const { visit } = await visited()
    const [store, products] = [await visit(), await visit('/products')]
    expect(store.headers.get('Cache-Control')).toBe('public, max-age=10, s-maxage=30, stale-while-revalidate=60')
    expect(products.headers.get('Cache-Control')).toBe('public, max-age=5, s-maxage=15, stale-while-revalidate=30')
    expect(store.headers.get('Age')).toBe('0')
    later(7)
    expect((await visit()).headers.get('Age')).toBe('7')
  })

  test('get 304 for what they already have', async () => {
    const { visit, trips, patch, publish } = await visited()
    const etag = (await visit()).headers.get('ETag') ?? ''
    expect(etag).toMatch(/^"[\w-]{22}"$/)
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await visit('', { 'If-None-Match': known })
      expect(answer).toMatchObject({ status: 304, body: '' })
      expect(answer.headers.get('ETag')).toBe(etag)
      expect(answer.headers.get('Cache-Control')).toContain('public')
      expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
    }
    expect(await trips()).toBe(1)
    expect(await visit('', { 'If-None-Match': '"other"' })).toMatchObject({ status: 200 })
    await patch({ profile: { tagline: 'new' } })
    await publish()
    expect(await visit('', { 'If-None-Match': etag })).toMatchObject({ status: 200 })
  })

  test('are told not to keep errors', async () => {
    const { visit } = await visited()
    for (const path of ['/pages/nothing', '/products?page=0']) {
      const { headers } = await visit(path)
      expect(headers.get('Cache-Control')).toBe('no-store')
      expect(headers.get('ETag')).toBeNull()
    }
  })
})
