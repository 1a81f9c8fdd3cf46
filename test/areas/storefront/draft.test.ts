import { describe, expect, test } from 'vitest'
import { getStorefront } from '../../../src/areas/storefront/get-storefront.ts'
import { eventTypesOf } from '../../support/events.ts'
import { expectBody, expectProblem, inStore, openShop, pointersOf } from '../../support/shop.ts'

const Storefront = getStorefront.output

describe('the draft of a storefront', () => {
  test('exists from the start, with a default for every field, and is not public', async () => {
    const { owner, store } = await openShop()
    const answer = await owner.get('/api/storefront')
    const draft = expectBody(answer, 200, Storefront)
    expect(draft).toMatchObject({
      store_id: store.id,
      slug: store.slug,
      profile: { title: null, social: { instagram: null } },
      theme: { colors: { background: '#ffffff' }, fonts: { heading: 'system', body: 'system' } },
      navigation: [],
      seo: { noindex: false },
      published_version: null,
      previous_version: null,
      published_at: null,
      has_unpublished_changes: true,
      warnings: [],
      version: 1,
      created_at: store.created_at,
    })
    expect(answer.headers.get('ETag')).toBe('"v1"')
  })

  test('changes only the fields sent, and null resets a field to its default', async () => {
    const { owner, store } = await openShop()
    const first = await owner.patch('/api/storefront', {
      profile: { title: 'Wool & Co', tagline: 'Warm', social: { instagram: 'https://instagram.com/wool' } },
      theme: { colors: { primary: '#AA0000' }, corner_radius: 0, fonts: { heading: 'cairo' } },
      seo: { noindex: true, title: 'Wool' },
    })
    expect(expectBody(first, 200, Storefront)).toMatchObject({ version: 2 })
    const second = await owner.patch('/api/storefront', {
      profile: { tagline: null, social: { tiktok: 'https://tiktok.com/@wool' } },
      theme: { colors: { primary: null, text: '#000000' } },
      seo: null,
    })
    expect(expectBody(second, 200, Storefront)).toMatchObject({
      version: 3,
      profile: {
        title: 'Wool & Co',
        tagline: null,
        social: { instagram: 'https://instagram.com/wool', tiktok: 'https://tiktok.com/@wool' },
      },
      theme: {
        colors: { primary: '#0b57d0', text: '#000000', background: '#ffffff' },
        corner_radius: 0,
        fonts: { heading: 'cairo', body: 'system' },
      },
      seo: { title: null, noindex: false },
    })
    expect(await owner.get('/api/storefront')).toMatchObject({ body: second.body })
    expect(await eventTypesOf(store.id)).toEqual(['store.created', 'storefront.updated', 'storefront.updated'])
  })

  test('has a navigation of two levels, replaced as a whole', async () => {
    const { owner } = await openShop()
    const navigation = [
      { label: 'Home', to: { type: 'home' }, children: [] },
      {
        label: 'المتجر',
        to: { type: 'products', tag: 'صوف' },
        children: [{ label: 'Call', to: { type: 'url', url: 'tel:+96550000001' } }],
      },
    ]
    expect(expectBody(await owner.patch('/api/storefront', { navigation }), 200, Storefront)).toMatchObject({
      navigation,
    })
    const [one] = navigation
    const after = await owner.patch('/api/storefront', { navigation: [one] })
    expect(expectBody(after, 200, Storefront).navigation).toEqual([one])
    expect(expectBody(await owner.patch('/api/storefront', { navigation: null }), 200, Storefront).navigation).toEqual(
      [],
    )

    const third = { label: 'c', to: { type: 'home' } }
    const deep = [
      { label: 'a', to: { type: 'home' }, children: [{ label: 'b', to: { type: 'home' }, children: [third] }] },
    ]
    const refused = await owner.patch('/api/storefront', { navigation: deep })
    expect(pointersOf(expectProblem(refused, 422, 'invalid_input'))).toEqual(['/navigation/0/children/0/children'])
  })

  test('is not overwritten by a change of an older version', async () => {
    const { owner } = await openShop()
    const change = { profile: { tagline: 'x' } }
    expect((await owner.patch('/api/storefront', change, { 'If-Match': '"v1"' })).headers.get('ETag')).toBe('"v2"')
    expectProblem(await owner.patch('/api/storefront', change, { 'If-Match': '"v1"' }), 409, 'version_conflict')
    expectProblem(await owner.post('/api/storefront/publish', {}, { 'If-Match': '"v1"' }), 409, 'version_conflict')
    expect((await owner.post('/api/storefront/publish', {}, { 'If-Match': '"v2"' })).status).toBe(200)
  })

  test('requires a choice of store if the caller has several', async () => {
    const [one, other] = [await openShop(), await openShop()]
    await other.join(one.owner.subject, 'owner')
    expectProblem(await one.owner.get('/api/storefront'), 422, 'store_required')
    expectProblem(await one.owner.patch('/api/storefront', {}), 422, 'store_required')
    const picked = await one.owner.get('/api/storefront', inStore(other.store))
    expect(picked).toMatchObject({ status: 200, body: { store_id: other.store.id } })
  })

  test('rejects a change with every problem at once', async () => {
    const { owner } = await openShop()
    const problem = expectProblem(
      await owner.patch('/api/storefront', {
        profile: { titel: 'x', contact_email: 'nobody' },
        theme: { colors: { primary: 'red' }, corner_radius: 33, fonts: { body: 'Comic Sans' } },
        navigation: [{ label: '', to: { type: 'url', url: 'javascript:alert(1)' } }],
        seo: { noindex: 'yes' },
        version: 4,
      }),
      422,
      'invalid_input',
    )
    expect(pointersOf(problem).toSorted()).toEqual([
      '/navigation/0/label',
      '/navigation/0/to/url',
      '/profile/contact_email',
      '/profile/titel',
      '/seo/noindex',
      '/theme/colors/primary',
      '/theme/corner_radius',
      '/theme/fonts/body',
      '/version',
    ])
    expect(await owner.get('/api/storefront')).toMatchObject({ body: { version: 1 } })
  })
})

describe('warnings', () => {
  test('list colour pairs with too little contrast, as WCAG defines it', async () => {
    const { owner } = await openShop()
    const colors = { text: '#777777', background: '#ffffff', surface: '#ffffff' }
    const { warnings } = expectBody(await owner.patch('/api/storefront', { theme: { colors } }), 200, Storefront)
    // A pair that just fails: #777 on white has 4.48:1, #767676 has 4.54:1.
    expect(warnings.map(({ code, pointer, detail }) => [code, pointer, detail.match(/[\d.]+:1/)?.[0]])).toEqual([
      ['low_contrast', '/theme/colors/text', '4.47:1'],
      ['low_contrast', '/theme/colors/text', '4.47:1'],
    ])
    const enough = { theme: { colors: { ...colors, text: '#767676' } } }
    expect(expectBody(await owner.patch('/api/storefront', enough), 200, Storefront).warnings).toEqual([])
  })

  test('list links to missing pages and products', async () => {
    const { owner, addProduct } = await openShop()
    await addProduct({ title: 'Scarf' })
    await addProduct({ title: 'Cap', status: 'draft' })
    await owner.post('/api/storefront/pages', { title: 'About' })
    const to = (type: string, slug: string) => ({ label: slug, to: { type, slug } })
    const navigation = [
      to('product', 'scarf'),
      { ...to('page', 'about'), children: [to('product', 'cap'), to('page', 'gone')] },
    ]
    const { warnings } = expectBody(await owner.patch('/api/storefront', { navigation }), 200, Storefront)
    expect(warnings.map(({ code, pointer }) => [code, pointer])).toEqual([
      ['link_not_found', '/navigation/1/children/0/to'],
      ['link_not_found', '/navigation/1/children/1/to'],
    ])
  })
})
