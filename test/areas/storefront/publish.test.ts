import { describe, expect, test } from 'vitest'
import { listVersions } from '../../../src/areas/storefront/list-versions.ts'
import { eventsOf } from '../../support/events.ts'
import { asOwner } from '../../support/sql.ts'
import { expectBody, expectProblem } from '../../support/shop.ts'
import { openWindow, Storefront } from './shop-window.ts'

describe('publishing', () => {
  test('makes the draft public, and nothing is public before', async () => {
    const { patch, publish, visit } = await openWindow({ published: false })
    await patch({ profile: { tagline: 'first' } })
    expectProblem(await visit(), 404, 'not_found')
    expect(await publish()).toMatchObject({ published_version: 1, has_unpublished_changes: false, version: 2 })
    expect(await visit()).toMatchObject({ status: 200, body: { version: 1, profile: { tagline: 'first' } } })

    expect(await patch({ profile: { tagline: 'second' } })).toMatchObject({ has_unpublished_changes: true })
    expect(await visit()).toMatchObject({ body: { version: 1, profile: { tagline: 'first' } } })
    expect(await publish()).toMatchObject({ published_version: 2 })
    expect(await visit()).toMatchObject({ body: { version: 2, profile: { tagline: 'second' } } })
  })

  test('includes pages that were created, changed, moved or deleted', async () => {
    const { owner, publish, visit } = await openWindow()
    const [about, terms] = await Promise.all([
      owner.post('/api/storefront/pages', { title: 'About', body: 'one' }),
      owner.post('/api/storefront/pages', { title: 'Terms', body: 'small print' }),
    ])
    const path = (page: typeof about) => `/api/storefront/pages/${Object(page.body).id}`
    expect(await owner.get('/api/storefront')).toMatchObject({ body: { has_unpublished_changes: true } })
    expectProblem(await visit('/pages/about'), 404, 'not_found')
    await publish()
    expect(await visit('/pages/about')).toMatchObject({
      body: { title: 'About', body_html: '<p>one</p>\n', version: 2 },
    })

    await owner.patch(path(about), { body: 'two', slug: 'who-we-are', position: 9000 })
    await owner.delete(path(terms))
    expect(await visit('/pages/about')).toMatchObject({ body: { body_html: '<p>one</p>\n' } })
    expect(await visit('/pages/terms')).toMatchObject({ status: 200 })
    await publish()
    expectProblem(await visit('/pages/about'), 404, 'not_found')
    expectProblem(await visit('/pages/terms'), 404, 'not_found')
    expect(await visit('/pages/who-we-are')).toMatchObject({ body: { body_html: '<p>two</p>\n', version: 3 } })
    expect(await visit()).toMatchObject({ body: { pages: [{ slug: 'who-we-are', title: 'About' }] } })
  })

  test('creates no version if nothing has changed', async () => {
    const { publish, owner } = await openWindow()
    expect(await publish()).toMatchObject({ published_version: 1 })
    const { data } = expectBody(await owner.get('/api/storefront/versions'), 200, listVersions.output)
    expect(data).toHaveLength(1)
  })

  test('20 times at once creates complete versions without a gap', async () => {
    const { owner, store } = await openWindow()
    await Promise.all(
      Array.from({ length: 20 }, async (_, i) => {
        const made = await owner.post('/api/storefront/pages', { title: `Page ${i}`, body: `text ${i}` })
        expect(made.status, JSON.stringify(made.body)).toBe(201)
        expect(await owner.post('/api/storefront/publish', {})).toMatchObject({ status: 200 })
      }),
    )
    const numbers =
      await asOwner`select number from storefront_versions where store_id = ${store.id} order by created_at, number`
    expect(numbers.map((row) => row['number'])).toEqual(Array.from(numbers, (_, i) => i + 1))
    const torn = await asOwner`select v.number, p.page from storefront_versions v
      cross join lateral jsonb_array_elements(v.content -> 'pages') as p(page)
      where v.store_id = ${store.id} and not exists (select from storefront_page_revisions r
        where r.store_id = v.store_id and r.page_id = (p.page ->> 'page_id')::uuid and r.revision = (p.page ->> 'revision')::int)`
    expect(torn).toEqual([])
    expect(await owner.get('/api/storefront')).toMatchObject({ body: { has_unpublished_changes: false } })
  })

  test('creates a version that the service cannot change', async () => {
    const rights = await asOwner`select relname, has_table_privilege('app_rw', oid, 'UPDATE') as changes,
      has_table_privilege('app_rw', oid, 'DELETE') as deletes from pg_class
      where relname in ('storefront_versions', 'storefront_page_revisions')`
    expect(rights).toHaveLength(2)
    for (const right of rights) expect(right).toMatchObject({ changes: false, deletes: false })
  })
})

describe('rolling back', () => {
  test('makes an earlier version public again, as a new version, without changing the draft', async () => {
    const { owner, patch, publish, visit, store } = await openWindow()
    await owner.post('/api/storefront/pages', { title: 'About', body: 'one' })
    await patch({ profile: { tagline: 'good' } })
    await publish({ note: 'good one' })
    const { body } = await owner.get('/api/storefront/pages')
    await owner.patch(`/api/storefront/pages/${Object(body).data[0].id}`, { body: 'broken' })
    await patch({ profile: { tagline: 'bad' } })
    await publish({ note: 'bad one' })
    expect(await visit('/pages/about')).toMatchObject({ body: { body_html: '<p>broken</p>\n' } })

    const rolled = expectBody(await owner.post('/api/storefront/rollback', { version: 2 }), 200, Storefront)
    expect(rolled).toMatchObject({
      published_version: 4,
      previous_version: 3,
      profile: { tagline: 'bad' },
      has_unpublished_changes: true,
    })
    expect(await visit()).toMatchObject({ body: { profile: { tagline: 'good' }, version: 4 } })
    expect(await visit('/pages/about')).toMatchObject({ body: { body_html: '<p>one</p>\n' } })

    const { data } = expectBody(await owner.get('/api/storefront/versions'), 200, listVersions.output)
    expect(
      data.map(({ version, is_public, restored_from, note, pages }) => [
        version,
        is_public,
        restored_from,
        note,
        pages,
      ]),
    ).toEqual([
      [4, true, 2, null, 1],
      [3, false, null, 'bad one', 1],
      [2, false, null, 'good one', 1],
      [1, false, null, null, 0],
    ])
    expect((await eventsOf(store.id)).findLast(({ type }) => type === 'storefront.published')).toMatchObject({
      actor_kind: 'user',
      data: { version: 4, restored_from: 2 },
    })
  })

  test('to the public version changes nothing', async () => {
    const { owner } = await openWindow()
    expect(await owner.post('/api/storefront/rollback', { version: 1 })).toMatchObject({
      status: 200,
      body: { published_version: 1, previous_version: 1 },
    })
  })

  test('to an unknown version is rejected', async () => {
    const { owner } = await openWindow()
    expectProblem(await owner.post('/api/storefront/rollback', { version: 2 }), 404, 'not_found')
    for (const version of [0, -1, 1.5, '1', 2 ** 31])
      expectProblem(await owner.post('/api/storefront/rollback', { version }), 422, 'invalid_input')
    const { owner: fresh } = await openWindow({ published: false })
    expectProblem(await fresh.post('/api/storefront/rollback', { version: 1 }), 404, 'not_found')
  })

  test('retried publications and rollbacks happen once', async () => {
    const { owner, patch } = await openWindow()
    await patch({ profile: { tagline: 'x' } })
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    const first = await owner.post('/api/storefront/publish', {}, key)
    await patch({ profile: { tagline: 'y' } })
    const again = await owner.post('/api/storefront/publish', {}, key)
    expect(again).toMatchObject({ status: 200, body: first.body })
    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
    expect(await owner.get('/api/storefront')).toMatchObject({
      body: { published_version: 2, has_unpublished_changes: true },
    })
  })
})
