import { describe, expect, test } from 'vitest'
import { createPage } from '../../../src/areas/storefront/create-page.ts'
import { listPages } from '../../../src/areas/storefront/list-pages.ts'
import { eventTypesOf } from '../../support/events.ts'
import { expectBody, expectProblem, openShop, pointersOf } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'

const Page = createPage.output

describe('a page', () => {
  test('is created with HTML, a slug derived from its title and the last position', async () => {
    const { owner, store } = await openShop()
    const answer = await owner.post('/api/storefront/pages', { title: 'من نحن', body: '**مرحبا**' })
    const page = expectBody(answer, 201, Page)
    expect(page).toMatchObject({
      store_id: store.id,
      slug: 'من-نحن',
      title: 'من نحن',
      body: '**مرحبا**',
      body_html: '<p><strong>مرحبا</strong></p>\n',
      seo: { title: null, description: null, image_url: null, noindex: false },
      position: 1,
      version: 1,
    })
    expect(answer.headers.get('Location')).toBe(`/api/storefront/pages/${page.id}`)
    expect(await owner.get(`/api/storefront/pages/${page.id}`)).toMatchObject({ status: 200, body: page })
    const second = expectBody(await owner.post('/api/storefront/pages', { title: 'من نحن' }), 201, Page)
    expect(second).toMatchObject({ position: 2, body: '' })
    expect(second.slug).toMatch(/^من-نحن-[0-9a-f]{8}$/)
  })

  test('changes only the fields sent, and its HTML with its body', async () => {
    const { owner } = await openShop()
    const made = { title: 'About', body: 'one', seo: { title: 'A', noindex: true } }
    const { id } = expectBody(await owner.post('/api/storefront/pages', made), 201, Page)
    const path = `/api/storefront/pages/${id}`
    expect(await owner.patch(path, { seo: { title: null } })).toMatchObject({
      status: 200,
      body: { body_html: '<p>one</p>\n', seo: { title: null, noindex: true }, version: 2 },
    })
    expect(await owner.patch(path, { body: '# two', slug: 'two' }, { 'If-Match': '"v2"' })).toMatchObject({
      status: 200,
      body: { title: 'About', slug: 'two', body_html: '<h1>two</h1>\n', version: 3 },
    })
    expect(await owner.patch(path, { seo: null })).toMatchObject({ body: { seo: { noindex: false } } })
    expectProblem(await owner.patch(path, { title: 'x' }, { 'If-Match': '"v3"' }), 409, 'version_conflict')
    expect(await eventTypesOf(id)).toEqual(['page.created', 'page.updated', 'page.updated', 'page.updated'])
  })

  test('is gone once deleted, its slug is free, and deleting it again changes nothing', async () => {
    const { owner } = await openShop()
    const { id } = expectBody(await owner.post('/api/storefront/pages', { title: 'About' }), 201, Page)
    const path = `/api/storefront/pages/${id}`
    expectProblem(await owner.delete(path, { 'If-Match': '"v2"' }), 409, 'version_conflict')
    for (let i = 0; i < 2; i++) expect(await owner.delete(path)).toMatchObject({ status: 204 })
    expectProblem(await owner.get(path), 404, 'not_found')
    expectProblem(await owner.patch(path, { title: 'x' }), 404, 'not_found')
    expect(await owner.get('/api/storefront/pages')).toMatchObject({ body: { data: [], meta: { total: 0 } } })
    expectBody(await owner.post('/api/storefront/pages', { title: 'About', slug: 'about' }), 201, Page)
    expect(await eventTypesOf(id)).toEqual(['page.created', 'page.deleted'])
  })

  test('has a slug that is unique in the store', async () => {
    const { owner } = await openShop()
    const other = await openShop()
    await other.owner.post('/api/storefront/pages', { title: 'x', slug: 'about' })
    await owner.post('/api/storefront/pages', { title: 'x', slug: 'about' })
    const { id } = expectBody(await owner.post('/api/storefront/pages', { title: 'y', slug: 'terms' }), 201, Page)
    for (const answer of [
      await owner.post('/api/storefront/pages', { title: 'x', slug: 'About' }),
      await owner.patch(`/api/storefront/pages/${id}`, { slug: 'about' }),
    ])
      expect(pointersOf(expectProblem(answer, 409, 'duplicate'))).toEqual(['/slug'])
  })

  test('has a body of at most 100 KB, counted in bytes', async () => {
    const { owner } = await openShop()
    const fits = { title: 'Long', body: 'م'.repeat(51_200) }
    expect((await owner.post('/api/storefront/pages', fits)).status).toBe(201)
    const refused = await owner.post('/api/storefront/pages', { title: 'Long', body: `${fits.body}a` })
    expect(pointersOf(expectProblem(refused, 422, 'invalid_input'))).toEqual(['/body'])
  })

  test('with invalid fields is rejected, with every problem', async () => {
    const { owner } = await openShop()
    const problem = expectProblem(
      await owner.post('/api/storefront/pages', {
        slug: 'a b',
        body: 5,
        seo: { image_url: 'http://x.example/a.png', color: 'red' },
        position: -1,
        body_html: '<script>',
      }),
      422,
      'invalid_input',
    )
    expect(pointersOf(problem).toSorted()).toEqual([
      '/body',
      '/body_html',
      '/position',
      '/seo/color',
      '/seo/image_url',
      '/slug',
      '/title',
    ])
  })

  test('is one of at most 200, even if many are created at once', async () => {
    const { owner, store } = await openShop()
    await asOwner`insert into storefront_pages (store_id, id, slug, title, body, body_html, seo, position)
      select ${store.id}, gen_random_uuid(), 'p' || n, 'p', '', '', '{}', n from generate_series(1, 195) as n`
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => owner.post('/api/storefront/pages', { title: `More ${i}` })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(expectProblem(answer, 422, 'invalid_input').errors[0]?.code).toBe('too_many_pages')
  })
})

describe('the list of pages', () => {
  test('has everything but their texts, newest first, page by page', async () => {
    const { owner } = await openShop()
    for (const title of ['One', 'Two', 'Three']) await owner.post('/api/storefront/pages', { title, body: 'long' })
    const first = expectBody(await owner.get('/api/storefront/pages?limit=2'), 200, listPages.output)
    expect(first).toMatchObject({ meta: { total: 3, has_more: true } })
    expect(first.data.map(({ title, body }) => [title, body])).toEqual([
      ['Three', null],
      ['Two', null],
    ])
    expect(JSON.stringify(first)).not.toContain('long')
    const rest = await owner.get(`/api/storefront/pages?limit=2&cursor=${first.meta.next_cursor}`)
    expect(expectBody(rest, 200, listPages.output).data).toMatchObject([{ title: 'One' }])
  })

  test('for one slug includes that page’s text, up to a limit', async () => {
    const { owner } = await openShop()
    await owner.post('/api/storefront/pages', { title: 'About', body: 'short' })
    await owner.post('/api/storefront/pages', { title: 'Long', body: `${'x'.repeat(14_999)}👍 end` })
    const find = async (slug: string) =>
      expectBody(await owner.get(`/api/storefront/pages?slug=${slug}`), 200, listPages.output).data
    expect(await find('about')).toMatchObject([{ slug: 'about', body: 'short', body_is_cut: false }])
    const [long] = await find('long')
    expect(long).toMatchObject({ body_is_cut: true })
    expect(long?.body?.length).toBeLessThanOrEqual(15_000)
    expectProblem(await owner.get('/api/storefront/pages?slug=nothing'), 422, 'unknown_page')
  })
})
