import { describe, expect, test } from 'vitest'
import { PublicCollections } from '../../../src/areas/storefront/public/list-public-collections.ts'
import { service } from '../../support/service.ts'
import { expectBody, expectProblem } from '../../support/shop.ts'
import { openCollections, path } from './open-collections.ts'

describe('the storefront', () => {
  test('lists published collections, and shows nothing else of them', async () => {
    const { add, visit, owner, store } = await openCollections()
    const image = { url: 'https://cdn.example/wool.jpg', alt: null }
    const { id } = await add({
      title: 'Wool',
      description: 'Warm',
      image,
      seo: { title: 'Wool' },
      rules: [{ tag: 'wool' }],
    })
    const hidden = await add({ title: 'Hidden', published: false })
    const shown = {
      id,
      slug: 'wool',
      title: 'Wool',
      description: 'Warm',
      image: { ...image, width: null, height: null },
      seo: { title: 'Wool', description: null, image_url: null, noindex: false },
    }
    expect(expectBody(await visit('/collections'), 200, PublicCollections).data).toEqual([shown])
    expect(await service().fetch(`/api/storefront/${store.slug}/collections/wool`)).toMatchObject({
      status: 200,
      body: { collection: shown, data: [], meta: { limit: 20, has_more: false, next_cursor: null } },
    })
    for (const slug of ['hidden', 'nowhere', '..%2Fproducts', 'a b'])
      expectProblem(await visit(`/collections/${slug}`), 404, 'not_found')
    await owner.patch(`${path}/${hidden.id}`, { published: true })
    expect((await visit('/collections/hidden')).status).toBe(200)
  })

  test('pages its collections and lets caches keep them', async () => {
    const { add, visit } = await openCollections()
    for (const title of ['A', 'B', 'C']) await add({ title })
    const first = await visit('/collections?limit=2')
    expect(first.headers.get('Cache-Control')).toContain('public')
    expect(first.headers.get('ETag')).toBeTruthy()
    const { data, meta } = expectBody(first, 200, PublicCollections)
    expect(data.map(({ title }) => title)).toEqual(['C', 'B'])
    const rest = expectBody(await visit(`/collections?limit=2&cursor=${meta.next_cursor}`), 200, PublicCollections)
    expect(rest.data.map(({ title }) => title)).toEqual(['A'])
    expect((await visit('/collections/a')).headers.get('Cache-Control')).toContain('public')
    expectProblem(await visit('/collections/a?page=2'), 422, 'invalid_input')
  })

  test('links to collections, and warns of those that nobody sees', async () => {
    const { add, patch, visit, publish } = await openCollections()
    await add({ title: 'Wool' })
    await add({ title: 'Hidden', published: false })
    const to = (slug: string) => ({ label: slug, to: { type: 'collection', slug } })
    const { warnings } = await patch({ navigation: [{ ...to('wool'), children: [to('hidden')] }, to('nowhere')] })
    expect(warnings).toEqual([
      {
        code: 'link_not_found',
        pointer: '/navigation/0/children/0/to',
        detail: 'No published collection has the slug "hidden".',
      },
      {
        code: 'link_not_found',
        pointer: '/navigation/1/to',
        detail: 'No published collection has the slug "nowhere".',
      },
    ])
    await publish()
    expect((await visit()).body).toMatchObject({ navigation: [{ to: { type: 'collection', slug: 'wool' } }, {}] })
  })

  test('shows no collection of a store that is not published', async () => {
    const { visit, add, sql, store } = await openCollections()
    await add({ title: 'Wool' })
    await sql`update storefronts set published_version = null where store_id = ${store.id}`
    for (const page of ['/collections', '/collections/wool']) expectProblem(await visit(page), 404, 'not_found')
  })
})
