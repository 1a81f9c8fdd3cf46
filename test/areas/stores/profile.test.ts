import { describe, expect, test } from 'vitest'
import { Store } from '../../../src/areas/stores/store.ts'
import { eventsOf } from '../../support/events.ts'
import { expectBody, expectProblem, inStore, openShop, pointersOf } from '../../support/shop.ts'

const profile = {
  name: 'سوق المباركية',
  timezone: 'Asia/Kuwait',
  locale: 'ar-KW',
  contact_email: 'hello@souk.test',
  contact_phone: '+965 5123 4567',
  contact_address: 'Block 1, Salmiya\nKuwait',
}

describe("a store's profile", () => {
  test('can be read by all members, with their role', async () => {
    const { owner, store, invite } = await openShop()
    const viewer = await invite('viewer')
    const answer = await owner.get(`/api/stores/${store.id}`)
    expect(expectBody(answer, 200, Store)).toEqual(store)
    expect(answer.headers.get('ETag')).toBe('"v1"')
    expect(await viewer.get(`/api/stores/${store.id.toUpperCase()}`)).toMatchObject({
      body: { ...store, role: 'viewer' },
    })
  })

  test('can be changed by the owner and admins; fields that are not sent stay', async () => {
    const { owner, store, invite } = await openShop({ currency: 'KWD' })
    const admin = await invite('admin')
    const answer = await admin.patch(`/api/stores/${store.id}`, profile)
    const changed = expectBody(answer, 200, Store)
    expect(changed).toEqual({ ...store, ...profile, role: 'admin', version: 2, updated_at: changed.updated_at })
    expect(answer.headers.get('ETag')).toBe('"v2"')
    await owner.patch(`/api/stores/${store.id}`, { contact_phone: null, contact_address: ' ' })
    expect(await owner.get(`/api/stores/${store.id}`)).toMatchObject({
      body: {
        ...profile,
        contact_phone: null,
        contact_address: null,
        currency: 'KWD',
        currency_exponent: 3,
        version: 3,
      },
    })
    expect(await eventsOf(store.id)).toMatchObject([
      { type: 'store.created' },
      { type: 'store.updated', data: { changed: Object.keys(profile) } },
      { type: 'store.updated', data: { changed: ['contact_phone', 'contact_address'] } },
    ])
    expect(JSON.stringify(await eventsOf(store.id))).not.toContain('souk.test')
  })

  test('cannot change its currency, and the refusal says why', async () => {
    const { owner, store } = await openShop()
    const problem = expectProblem(
      await owner.patch(`/api/stores/${store.id}`, { currency: 'EUR' }),
      422,
      'invalid_input',
    )
    expect(pointersOf(problem)).toEqual(['/currency'])
    expect(problem.detail).toContain('all amounts of the store are in its currency')
  })

  test('rejects invalid values and reports all problems at once', async () => {
    const { owner, store } = await openShop()
    const wrong = {
      name: ' ',
      slug: 'Not OK',
      timezone: '+03:00',
      locale: 'Arabic!',
      contact_email: 'hello',
      contact_phone: '',
      contact_address: 'x'.repeat(2001),
      status: 'closed',
    }
    const problem = expectProblem(await owner.patch(`/api/stores/${store.id}`, wrong), 422, 'invalid_input')
    expect(pointersOf(problem).toSorted()).toEqual(
      Object.keys(wrong)
        .map((field) => `/${field}`)
        .toSorted(),
    )
    for (const field of ['name', 'slug', 'timezone', 'locale'])
      expectProblem(await owner.patch(`/api/stores/${store.id}`, { [field]: null }), 422, 'invalid_input')
    expect(await owner.get(`/api/stores/${store.id}`)).toMatchObject({ body: store })
  })

  test('accepts a new slug, except one that is taken or reserved', async () => {
    const [one, two] = [await openShop(), await openShop()]
    const slug = `souk-${crypto.randomUUID().slice(0, 8)}`
    const take = (wanted: string) => two.owner.patch(`/api/stores/${two.store.id}`, { slug: wanted })
    expect(await take(slug)).toMatchObject({ status: 200, body: { slug } })
    expect(await take(slug)).toMatchObject({ status: 200, body: { slug } })
    const problem = expectProblem(await take(one.store.slug), 409, 'duplicate')
    expect(pointersOf(problem)).toEqual(['/slug'])
    for (const reserved of ['pages', 'publish', 'rollback']) expectProblem(await take(reserved), 422, 'invalid_input')
    expect(await two.owner.get(`/api/stores/${two.store.id}`)).toMatchObject({ body: { slug } })
  })

  test('cannot be changed if it changed since it was read', async () => {
    const { owner, store } = await openShop()
    const change = (name: string) => owner.patch(`/api/stores/${store.id}`, { name }, { 'If-Match': '"v1"' })
    const answers = await Promise.all(['One', 'Two', 'Three'].map(change))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200)) expectProblem(answer, 409, 'version_conflict')
  })

  test('is not found with X-Store-Id of another store of the caller', async () => {
    const [one, two] = [await openShop(), await openShop()]
    await two.join(one.owner.subject, 'owner')
    const headers = inStore(one.store)
    expectProblem(await one.owner.get(`/api/stores/${two.store.id}`, headers), 404, 'not_found')
    expectProblem(await one.owner.patch(`/api/stores/${two.store.id}`, { name: 'Mine' }, headers), 404, 'not_found')
    expectProblem(await one.owner.get('/api/stores/none'), 404, 'not_found')
    expect(await two.owner.get(`/api/stores/${two.store.id}`)).toMatchObject({ body: { name: two.store.name } })
  })
})
