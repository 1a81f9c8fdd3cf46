import { expect, test } from 'vitest'
import { getStorefront } from '../../../src/areas/storefront/get-storefront.ts'
import { StorefrontPage } from '../../../src/areas/storefront/page.ts'
import { answerOf, callOf, post, tokenFor } from '../../support/callers/assistant.ts'
import { client, expectBody, expectProblem, openShop } from '../../support/shop.ts'
import { database, service } from '../../support/service.ts'

async function openSite() {
  const shop = await openShop()
  const { owner } = shop
  const changes = async () =>
    expectBody(await owner.get('/api/storefront?include=changes'), 200, getStorefront.output).changes
  const addPage = async (title: string) =>
    expectBody(await owner.post('/api/storefront/pages', { title, body: 'Text' }), 201, StorefrontPage)
  const publish = async () => expect((await owner.post('/api/storefront/publish', {})).status).toBe(200)
  return { ...shop, changes, addPage, publish }
}

test('publishing says beforehand what it would change', async () => {
  const { owner, changes, addPage, publish } = await openSite()
  const [about, contact] = [await addPage('About'), await addPage('Contact')]
  await owner.patch('/api/storefront', { profile: { tagline: 'Since 2011' } })
  await publish()
  expect(await changes()).toEqual({ fields: [], pages: [] })

  await owner.patch('/api/storefront', { profile: { tagline: 'Since 2012' }, theme: { corner_radius: 9 } })
  await owner.patch(`/api/storefront/pages/${about.id}`, { title: 'About us' })
  await owner.delete(`/api/storefront/pages/${contact.id}`)
  const news = await addPage('News')
  const found = await changes()
  expect(found?.fields).toEqual(
    expect.arrayContaining([
      { pointer: '/theme/corner_radius', from: expect.any(Number), to: 9 },
      { pointer: '/profile/tagline', from: 'Since 2011', to: 'Since 2012' },
    ]),
  )
  expect(found?.fields).toHaveLength(2)
  expect(found?.pages).toEqual([
    { page_id: news.id, slug: 'news', title: 'News', change: 'added' },
    { page_id: contact.id, slug: 'contact', title: 'Contact', change: 'removed' },
    { page_id: about.id, slug: 'about', title: 'About us', change: 'changed' },
  ])
  await publish()
  expect(await changes()).toEqual({ fields: [], pages: [] })
})

test('of a site that was never published, everything would be new', async () => {
  const { changes, addPage } = await openSite()
  const page = await addPage('About')
  const found = await changes()
  expect(found?.pages).toMatchObject([{ page_id: page.id, change: 'added' }])
  expect(found?.fields.map(({ pointer, from }) => [pointer, from])).toContainEqual(['/theme', null])
})

test('an assistant sees it as well', async () => {
  const { owner, store, addPage } = await openSite()
  await addPage('About')
  const { token } = await tokenFor({ owner, store })
  const answer = answerOf(await post(callOf('get_storefront', { include: ['changes'] }), { token }))
  expect(answer).toMatchObject({ changes: { pages: [{ slug: 'about', change: 'added' }] } })
})

test('is asked for by name, in one round trip', async () => {
  const { owner, store } = await openSite()
  expect(Object(await owner.get('/api/storefront')).body).not.toHaveProperty('changes')
  expectProblem(await owner.get('/api/storefront?include=pages'), 422, 'invalid_input')
  const tag = `changes-${store.id}`
  const counted = client(owner.token, service(tag))
  expect((await counted.get('/api/storefront?include=changes')).status).toBe(200)
  expect((await database(tag).seen()).requests).toBe(1)
})
