import { afterEach, describe, expect, test, vi } from 'vitest'
import { database, service } from '../../support/service.ts'
import { expectProblem } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { openWindow, type Window } from './shop-window.ts'

afterEach(() => void vi.useRealTimers())

const newSlug = () => `souk-${crypto.randomUUID().slice(0, 13)}`

const rename = async ({ owner, store }: Window, slug = newSlug()) => {
  expect((await owner.patch(`/api/stores/${store.id}`, { slug })).status).toBe(200)
  return slug
}

const order = { customer: { name: 'Huda', phone: '+965 5000 0001' }, items: [{ product_slug: 'scarf', quantity: 1 }] }
const message = { name: 'Huda', email: 'huda@mail.test', body: 'Is it there?' }

const reads = [
  '',
  '/',
  '?utm_source=card&q=%D8%B3',
  '/pages/about',
  '/pages/about?x=1',
  '/products',
  '/products?search=scarf%20red&tag=wool&limit=5&page=1',
  '/products/scarf',
  '/products/scarf?variant=red',
  '/collections/warm?limit=5',
]

describe('a former slug of a storefront', () => {
  test.for(reads)('redirects %s to the current slug, in one round trip and then none', async (path) => {
    const tag = `moved-${crypto.randomUUID()}`
    const window = await openWindow()
    const slug = await rename(window)
    const through = service(tag)
    for (let n = 0; n < 3; n++) {
      const answer = await through.fetch(`${window.base}${path}`)
      expect(answer).toMatchObject({ status: 301, body: '' })
      expect(answer.headers.get('Location')).toBe(`/api/storefront/${slug}${path}`)
      expect(answer.headers.get('Cache-Control')).toBe('public, max-age=10, s-maxage=30')
      expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
    }
    expect((await database(tag).seen()).requests).toBe(1)
  })

  test('redirects a shopper’s order and its status', async () => {
    const window = await openWindow()
    await window.addProduct({ title: 'Scarf' })
    const placed = await window.send('/orders', order)
    expect(placed.status).toBe(201)
    const slug = await rename(window)
    const standing = (placed.headers.get('Location') ?? '').replace(window.base, '')
    const answer = await window.visit(`${standing}?from=mail`)
    expect(answer.status).toBe(301)
    expect(answer.headers.get('Location')).toBe(`/api/storefront/${slug}${standing}?from=mail`)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect((await service().fetch(answer.headers.get('Location') ?? '')).status).toBe(200)
  })

  test.for([
    ['/orders', order, 201],
    ['/messages', message, 202],
  ] as const)('has what is sent to %s sent again, with its method and body', async ([path, body, status]) => {
    const window = await openWindow()
    await window.addProduct({ title: 'Scarf' })
    const slug = await rename(window)
    const answer = await window.send(path, body)
    expect(answer).toMatchObject({ status: 308, body: '' })
    expect(answer.headers.get('Location')).toBe(`/api/storefront/${slug}${path}`)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(await asOwner`select 1 from orders where store_id = ${window.store.id}`).toEqual([])
    const again = await service().fetch(answer.headers.get('Location') ?? '', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(again.status, JSON.stringify(again.body)).toBe(status)
  })

  test('redirects directly to the current slug, after any number of changes', async () => {
    const window = await openWindow()
    const second = await rename(window)
    const third = await rename(window)
    for (const former of [window.store.slug, second]) {
      const { status, headers } = await service().fetch(`/api/storefront/${former}`)
      expect([status, headers.get('Location')]).toEqual([301, `/api/storefront/${third}`])
    }
    expect((await service().fetch(`/api/storefront/${third}`)).status).toBe(200)
  })

  test('that is taken back shows the store immediately, and the other slug redirects to it', async () => {
    const window = await openWindow()
    const second = await rename(window)
    expect((await window.visit()).status).toBe(301)
    await rename(window, window.store.slug)
    expect(await window.visit()).toMatchObject({ status: 200, body: { slug: window.store.slug } })
    const { headers } = await service().fetch(`/api/storefront/${second}`)
    expect(headers.get('Location')).toBe(`/api/storefront/${window.store.slug}`)
  })

  test('that is taken back in another location shows the store here within 30 seconds', async () => {
    const window = await openWindow()
    await rename(window)
    expect((await window.visit()).status).toBe(301)
    // As after a change in another location: this cache was not invalidated.
    await asOwner`update stores set slug = ${window.store.slug} where id = ${window.store.id}`
    expect((await window.visit()).status).toBe(301)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
    expect((await window.visit()).status).toBe(200)
  })

  test('does not redirect if nothing is public', async () => {
    const unpublished = await openWindow({ published: false })
    await rename(unpublished)
    expectProblem(await unpublished.visit(), 404, 'not_found')
    const closed = await openWindow()
    await rename(closed)
    await asOwner`update stores set status = 'closed' where id = ${closed.store.id}`
    expectProblem(await closed.visit(), 404, 'not_found')
  })

  test('never redirects to another site, however it is encoded', async () => {
    const window = await openWindow()
    const slug = await rename(window)
    const { host } = new URL(`https://commerce.test`)
    for (const path of [
      '/products/..%2f..%2f..%2fevil.test',
      '/pages/%2f%2fevil.test',
      '/products/%0d%0aX-Evil:%201',
    ]) {
      const { headers } = await window.visit(path)
      const location = headers.get('Location') ?? `/api/storefront/${slug}`
      const { host: to, pathname } = new URL(location, `https://${host}`)
      expect([to, pathname.startsWith(`/api/storefront/${slug}`)]).toEqual([host, true])
      expect(headers.get('X-Evil')).toBeNull()
    }
  })
})
