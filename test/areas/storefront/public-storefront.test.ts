import { describe, expect, test } from 'vitest'
import { PublicPage } from '../../../src/areas/storefront/public/get-public-page.ts'
import { PublicStorefront } from '../../../src/areas/storefront/public/get-public-storefront.ts'
import { service } from '../../support/service.ts'
import { expectBody, expectProblem, somebody } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { openWindow } from './shop-window.ts'

// GET /api/storefront/:slug and /pages/:page_slug, without a session.

describe('a visitor', () => {
  test('sees what the store has published, and nothing else', async () => {
    const { owner, patch, publish, visit, store } = await openWindow({ published: false, currency: 'KWD' })
    await asOwner`update stores set locale = 'ar-KW', country = 'KW', contact_address = 's3cret' where id = ${store.id}`
    await owner.post('/api/storefront/pages', { title: 'Terms', body: 'x', position: 2 })
    await owner.post('/api/storefront/pages', { title: 'About', body: '# Hi', seo: { noindex: true }, position: 1 })
    const social = { instagram: 'https://instagram.com/wool' }
    const set = {
      profile: { tagline: 'Warm', contact_phone: '+965 5000 0001', social },
      theme: { colors: { primary: '#aa0000' }, logo_url: 'https://cdn.example/l.png' },
      navigation: [{ label: 'About', to: { type: 'page', slug: 'about' } }],
      seo: { description: 'Wool' },
    }
    await patch(set)
    await publish({ note: 'internal note' })
    const body = expectBody(await visit(), 200, PublicStorefront)
    expect(body).toMatchObject({
      ...set,
      slug: store.slug,
      name: store.name,
      currency: 'KWD',
      currency_exponent: 3,
      locale: 'ar-KW',
      direction: 'rtl',
      country: 'KW',
      profile: { title: store.name, tagline: 'Warm' },
      pages: [
        { slug: 'about', title: 'About' },
        { slug: 'terms', title: 'Terms' },
      ],
      version: 1,
    })
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`${store.id}|internal note|s3cret`))
    expect(expectBody(await visit('/pages/about'), 200, PublicPage)).toEqual({
      slug: 'about',
      title: 'About',
      body_html: '<h1>Hi</h1>\n',
      seo: { title: null, description: null, image_url: null, noindex: true },
      version: 1,
    })
  })

  test('gets the same answer for stores that do not exist, are unpublished or closed', async () => {
    const [hidden, closed] = [await openWindow({ published: false }), await openWindow()]
    await hidden.owner.post('/api/storefront/pages', { title: 'About' })
    await closed.addProduct({ title: 'Scarf' })
    await asOwner`update stores set status = 'closed' where id = ${closed.store.id}`
    const bodies = new Set<string>()
    for (const base of [hidden.base, closed.base, '/api/storefront/nobody-has-this', '/api/storefront/Not%20a%20slug'])
      for (const path of ['', '/pages/about', '/products', '/products/scarf']) {
        const answer = await service().fetch(`${base}${path}`)
        const { request_id: _id, ...problem } = expectProblem(answer, 404, 'not_found')
        bodies.add(JSON.stringify(problem))
        expect(answer.headers.get('Cache-Control')).toBe('no-store')
      }
    expect(bodies.size).toBe(1)
  })

  test('never sees a draft or deleted page', async () => {
    const { owner, visit, publish } = await openWindow()
    const made = await owner.post('/api/storefront/pages', { title: 'Secret plan', body: 'x' })
    expectProblem(await visit('/pages/secret-plan'), 404, 'not_found')
    await owner.delete(`/api/storefront/pages/${Object(made.body).id}`)
    await publish()
    expectProblem(await visit('/pages/secret-plan'), 404, 'not_found')
    expect(JSON.stringify((await visit()).body)).not.toContain('ecret')
  })

  test('finds pages with slugs of any script, and none by an invalid slug', async () => {
    const { owner, publish, visit } = await openWindow({ published: false })
    await owner.post('/api/storefront/pages', { title: 'من نحن', body: 'x' })
    await publish()
    expect(await visit(`/pages/${encodeURIComponent('من-نحن')}`)).toMatchObject({ status: 200 })
    for (const slug of ['%00', '..%2f..', "x'%20or%201=1", 'x'.repeat(2000), '$.pages', '%D9', '*'])
      expectProblem(await visit(`/pages/${slug}`), 404, 'not_found')
  })

  test('needs no session, and any session makes no difference', async () => {
    const { base, visit } = await openWindow()
    const stranger = await somebody()
    expect((await stranger.get(base)).body).toEqual((await visit()).body)
    expect((await visit('', { Authorization: 'Bearer nonsense', 'X-Store-Id': 'nonsense' })).status).toBe(200)
  })

  test('can call from any site, including conditional requests', async () => {
    const { visit, base } = await openWindow()
    const answer = await visit('', { Origin: 'https://shop.example' })
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(answer.headers.get('Access-Control-Allow-Credentials')).toBeNull()
    const preflight = await service().fetch(base, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://shop.example',
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'if-none-match',
      },
    })
    expect(preflight.headers.get('Access-Control-Allow-Headers')?.toLowerCase()).toContain('if-none-match')
  })

  test('cannot reach the merchant’s routes, whatever a store’s slug is', async () => {
    const { owner } = await openWindow()
    for (const slug of ['pages', 'publish', 'rollback', 'versions'])
      expectProblem(await owner.post('/api/stores', { name: 'x', currency: 'USD', slug }), 422, 'invalid_input')
    for (const path of ['/pages', '/versions', '']) {
      const answer = await service().fetch(`/api/storefront${path}`)
      expectProblem(answer, 401, 'unauthenticated')
    }
    expectProblem(await service().fetch('/api/storefront/publish', { method: 'POST' }), 401, 'unauthenticated')
    for (const path of ['/publish', '/rollback', '/publish/products', '/versions/products'])
      expectProblem(await service().fetch(`/api/storefront${path}`), 404, 'not_found')
  })

  test('cannot change anything', async () => {
    const { base } = await openWindow()
    for (const method of ['PUT', 'PATCH', 'DELETE', 'POST'])
      for (const path of ['', '/products', '/pages/about']) {
        const answer = await service().fetch(`${base}${path}`, { method })
        expectProblem(answer, 405, 'method_not_allowed')
      }
  })
})
