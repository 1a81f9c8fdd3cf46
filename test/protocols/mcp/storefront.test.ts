import { expect, test } from 'vitest'
import { answerOf, callOf, tokenFor, post, refusalOf } from '../../support/callers/assistant.ts'
import { expectProblem } from '../../support/shop.ts'
import { openWindow } from '../../areas/storefront/shop-window.ts'

async function assistant() {
  const window = await openWindow({ published: false })
  const { token } = await tokenFor(window, { scopes: ['storefront:write'] })
  const call = async (name: string, args: Record<string, unknown> = {}) =>
    answerOf(await post(callOf(name, args), { token }))
  const refused = async (name: string, args: Record<string, unknown>) =>
    refusalOf(await post(callOf(name, args), { token }))
  return { ...window, call, refused }
}

test('an assistant sets up a storefront, writes its pages and publishes it', async () => {
  const { call, visit } = await assistant()
  await call('update_storefront', { profile: { tagline: 'Warm' } })
  const saved = await call('save_page', { title: 'About us', body: '# Hello' })
  expect(saved).toMatchObject({ slug: 'about-us', body_html: '<h1>Hello</h1>\n', version: 1 })
  expectProblem(await visit(), 404, 'not_found')
  expect(await call('publish_storefront', { note: 'First' })).toMatchObject({
    published_version: 1,
    has_unpublished_changes: false,
  })
  expect(await visit()).toMatchObject({ body: { profile: { tagline: 'Warm' }, pages: [{ slug: 'about-us' }] } })
  // Visible at once: publishing invalidates the cache, over either transport.
  await call('update_storefront', { profile: { tagline: 'Warmer' } })
  await call('publish_storefront')
  expect(await visit()).toMatchObject({ body: { profile: { tagline: 'Warmer' }, version: 2 } })
})

test('what was published is taken back with one call, and the draft stays', async () => {
  const { call, refused, visit } = await assistant()
  expect(await refused('publish_storefront', { restore_version: 1 })).toMatchObject({
    code: 'not_found',
    detail: 'Nothing was ever published, so there is no version to restore.',
  })
  await call('update_storefront', { profile: { tagline: 'Warm' } })
  expect(await call('publish_storefront')).toMatchObject({ published_version: 1, previous_version: null })
  await call('update_storefront', { profile: { tagline: 'Cold' } })
  expect(await call('publish_storefront')).toMatchObject({ published_version: 2, previous_version: 1 })
  // A second call changes nothing, so there is nothing to take back.
  expect(await call('publish_storefront')).toMatchObject({ published_version: 2, previous_version: 2 })
  expect(await call('get_storefront')).toMatchObject({ published_version: 2, previous_version: 1 })

  expect(await call('publish_storefront', { restore_version: 1, note: 'Too cold' })).toMatchObject({
    published_version: 3,
    previous_version: 2,
    has_unpublished_changes: true,
  })
  expect(await visit()).toMatchObject({ body: { profile: { tagline: 'Warm' }, version: 3 } })
  expect(await call('get_storefront', { include: ['changes'] })).toMatchObject({
    profile: { tagline: 'Cold' },
    changes: { fields: [{ pointer: '/profile/tagline', from: 'Warm', to: 'Cold' }] },
  })

  expect(await refused('publish_storefront', { restore_version: 9 })).toMatchObject({
    code: 'not_found',
    detail: 'There is no such version. The newest is 3.',
  })
  expect(await refused('publish_storefront', { restore_version: 1, expected_version: 1 })).toMatchObject({
    errors: [{ pointer: '/expected_version', code: 'option_unused' }],
  })
})

test('save_page creates or updates a page by its slug or id, field by field', async () => {
  const { call, refused } = await assistant()
  const created = await call('save_page', { slug: 'terms', title: 'Terms', body: 'one', seo: { noindex: true } })
  const again = await call('save_page', { slug: 'terms', body: 'two' })
  expect(again).toMatchObject({ id: created['id'], title: 'Terms', body: 'two', seo: { noindex: true }, version: 2 })
  const renamed = await call('save_page', { page_id: created['id'], slug: 'conditions', seo: { noindex: null } })
  expect(renamed).toMatchObject({ id: created['id'], slug: 'conditions', body: 'two', seo: { noindex: false } })
  expect(await call('save_page', { slug: 'terms' })).toMatchObject({ title: 'terms', body: '', position: 2 })
  expect(await call('list_pages')).toMatchObject({ total: 2 })
  expect(await call('list_pages', { slug: 'conditions' })).toMatchObject({
    data: [{ body: 'two', body_is_cut: false }],
  })

  expect(await refused('save_page', { body: 'nowhere' })).toMatchObject({
    code: 'invalid_input',
    errors: [{ pointer: '/slug', code: 'required' }],
  })
  expect(await refused('save_page', { page_id: crypto.randomUUID(), body: 'x' })).toMatchObject({ code: 'not_found' })
  expect(await refused('save_page', { page_id: created['id'], slug: 'terms' })).toMatchObject({ code: 'duplicate' })
})

test('a very long page is truncated and flagged as cut', async () => {
  const { call, owner } = await assistant()
  const body = '語'.repeat(34_000)
  expect((await owner.post('/api/storefront/pages', { title: 'Long', body })).status).toBe(201)
  const { data } = await call('list_pages', { slug: 'long' })
  expect(data).toMatchObject([{ body: '語'.repeat(15_000), body_is_cut: true }])
})

test('add_to_navigation links a page, once, at the top or under another entry', async () => {
  const { call, refused } = await assistant()
  const navigationNow = async () => (await call('get_storefront'))['navigation']
  await call('save_page', { title: 'Shipping' })
  const about = await call('add_to_navigation', { label: 'Delivery', page: 'shipping' })
  expect(about).toMatchObject({ warnings: [], has_unpublished_changes: true, version: 2 })
  expect(await call('add_to_navigation', { label: 'Delivery', page: 'shipping' })).toMatchObject({ version: 2 })
  await call('add_to_navigation', { label: 'Sale', tag: 'sale', under: 'delivery' })
  await call('add_to_navigation', { label: 'Shipping', page: 'shipping' })
  await call('add_to_navigation', { label: 'Blog', url: 'https://blog.example' })
  expect(await navigationNow()).toEqual([
    {
      label: 'Shipping',
      to: { type: 'page', slug: 'shipping' },
      children: [{ label: 'Sale', to: { type: 'products', tag: 'sale' } }],
    },
    { label: 'Blog', to: { type: 'url', url: 'https://blog.example' }, children: [] },
  ])
  expect(await call('add_to_navigation', { label: 'Scarf', product: 'no-scarf' })).toMatchObject({
    warnings: [{ code: 'link_not_found', pointer: '/navigation/2/to' }],
  })
  // The whole draft is as update_storefront writes it.
  await call('update_storefront', { navigation: await navigationNow() })

  expect(await refused('add_to_navigation', { label: 'X', page: 'a', under: 'Nothing' })).toMatchObject({
    detail: 'No entry has this label. The entries are: Shipping, Blog, Scarf.',
    errors: [{ pointer: '/under' }],
  })
  expect(await refused('add_to_navigation', { label: 'X' })).toMatchObject({ code: 'invalid_input' })
  for (let i = 0; i < 17; i++) await call('add_to_navigation', { label: `Page ${i}`, page: `page-${i}` })
  expect(await refused('add_to_navigation', { label: 'X', page: 'one-more' })).toMatchObject({ code: 'limit_reached' })
})
