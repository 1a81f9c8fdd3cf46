import { describe, expect, test } from 'vitest'
import { service } from '../../support/service.ts'
import { expectBody, expectProblem, openShop, pointersOf, type Shop, somebody } from '../../support/shop.ts'
import { Store } from '../../../src/areas/stores/store.ts'
import { asOwner } from '../../support/sql.ts'

const newSlug = () => `souk-${crypto.randomUUID().slice(0, 13)}`

const take = ({ owner, store }: Shop, slug: string) => owner.patch(`/api/stores/${store.id}`, { slug })

async function rename(shop: Shop, slug = newSlug()): Promise<string> {
  expect(await take(shop, slug)).toMatchObject({ status: 200, body: { slug } })
  return slug
}

describe('a former slug of a store', () => {
  test('is never free for another store', async () => {
    const [one, two] = [await openShop(), await openShop()]
    const former = [one.store.slug, await rename(one), await rename(one)]
    for (const slug of former) {
      expect(pointersOf(expectProblem(await take(two, slug), 409, 'duplicate'))).toEqual(['/slug'])
      const made = await (await somebody()).post('/api/stores', { name: 'Souk', currency: 'USD', slug })
      expect(pointersOf(expectProblem(made, 409, 'duplicate'))).toEqual(['/slug'])
    }
    expect(await two.owner.get(`/api/stores/${two.store.id}`)).toMatchObject({ body: { slug: two.store.slug } })
  })

  test('can be taken back by the store', async () => {
    const shop = await openShop()
    const second = await rename(shop)
    await rename(shop, shop.store.slug)
    await rename(shop, second)
    const rows = await asOwner`select slug from store_slugs where store_id = ${shop.store.id}`
    expect(new Set(rows.map(({ slug }) => slug))).toEqual(new Set([shop.store.slug, second]))
  })

  test('stays reserved even if it was never recorded', async () => {
    const [one, two] = [await openShop(), await openShop()]
    await asOwner`delete from store_slugs where store_id = ${one.store.id}`
    await rename(one)
    expectProblem(await take(two, one.store.slug), 409, 'duplicate')
  })
})

test('if many stores take one slug in parallel, one gets it', async () => {
  for (let round = 0; round < 3; round++) {
    const through = service(crypto.randomUUID())
    const shops = await Promise.all(Array.from({ length: 5 }, () => openShop({ through })))
    const founder = await somebody(through)
    const slug = newSlug()
    const answers = await Promise.all([
      ...shops.map((shop) => take(shop, slug)),
      founder.post('/api/stores', { name: 'Souk', currency: 'USD', slug }),
    ])
    const won = answers.filter(({ status }) => status < 300)
    expect(won).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status >= 300)) expectProblem(answer, 409, 'duplicate')
    const { id } = expectBody({ ...answers[0], ...won[0] }, won[0]?.status ?? 0, Store)
    expect(await asOwner`select store_id from store_slugs where slug = ${slug}`).toEqual([{ store_id: id }])
  }
})

test('a store that changes its slug keeps the former one, even if others try to take it at that moment', async () => {
  for (let round = 0; round < 3; round++) {
    const through = service(crypto.randomUUID())
    const [one, two, three] = await Promise.all([openShop({ through }), openShop({ through }), openShop({ through })])
    const answers = await Promise.all([
      take(one, newSlug()),
      take(two, one.store.slug),
      take(three, one.store.slug),
      take(two, one.store.slug),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 409, 409, 409])
  }
})

test('a store can use at most 20 slugs over time', async () => {
  const shop = await openShop()
  for (let n = 1; n < 20; n++) await rename(shop)
  expectProblem(await take(shop, newSlug()), 409, 'limit_reached')
  await rename(shop, shop.store.slug)
})
