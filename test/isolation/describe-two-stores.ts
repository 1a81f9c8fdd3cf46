import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { textOf } from './goods.ts'
import { isGoodsName } from './route-facts.ts'
import { apiRoutes, isWrite, lists } from './route-table.ts'
import { type Place, type TwoStores, twoStores } from './two-stores.ts'
import { inStore } from '../support/shop.ts'

const cases = apiRoutes.flatMap(({ names, ...route }) => {
  const all = Object.entries(names).map(([name, answer]) => ({ title: name, names: [name], answer }))
  const [first] = all
  const together = first && all.length > 1 ? [{ ...first, title: 'all ids', names: Object.keys(names) }] : []
  return [...all, ...together].map((each) => ({ ...each, route: { ...route, names }, of: route.route }))
})

const Page = z.object({ data: z.array(z.unknown()), meta: z.object({ next_cursor: z.string() }) })

/** The expected body: an empty list or file, a failed row, or a problem. */
function bodyOf({ file }: { file?: true }, { status, code, row }: { status: number; code?: string; row?: string }) {
  if (status === 204) return ''
  if (row !== undefined) return { failed: 1, rows: [{ status: 'failed', errors: [{ code: row }] }] }
  if (code !== undefined) return { code }
  return file ? '' : { data: [] }
}

/**
 * Tests every route against a second store. With `exact`, a response about another store's resource must be identical to
 * one about a resource that does not exist. When one of the two safeguards is disabled, it is enough that nothing is
 * shown or changed.
 */
export function describeTwoStores(title: string, open: () => Promise<Place>, { exact }: { exact: boolean }) {
  describe(title, () => {
    let two: TwoStores
    beforeAll(async () => {
      two = await twoStores(await open())
    })

    test.for(cases)('$of with $title of another store', async ({ route, names: allNames, answer }) => {
      const names = allNames.filter(isGoodsName)
      await two.expectTheirsUnchanged(async () => {
        const [theirs, unknown] = [two.pickTheirs(names), two.pickUnknown(names)]
        const got = await two.request(route, theirs)
        two.expectNothingOfTheirs(got, Object.values(theirs))
        if (!exact)
          return expect(got.status === 200 ? textOf(got) : 'refused').toMatch(
            /^refused$|"data":\[\]|"body":""|"failed":1/,
          )
        expect(got, JSON.stringify(got.body)).toMatchObject({ status: answer.status, body: bodyOf(route, answer) })
        expect(textOf(got, Object.values(theirs))).toBe(
          textOf(await two.request(route, unknown), Object.values(unknown)),
        )
      })
    })

    test.for(apiRoutes)('$route with X-Store-Id of another store', async (route) => {
      await two.expectTheirsUnchanged(async () => {
        const got = await two.request(route, {}, inStore(two.theirs.store))
        two.expectNothingOfTheirs(got)
        expect(got, JSON.stringify(got.body)).toMatchObject({ status: 404, body: { code: 'store_not_found' } })
        expect(textOf(got)).toBe(textOf(await two.request(route, {}, { 'X-Store-Id': crypto.randomUUID() })))
      })
    })

    test.for(apiRoutes.filter(({ route }) => !isWrite(route)))(
      '$route shows nothing of another store',
      async (route) => {
        const got = await two.request(route, {})
        expect(got.status).toBe(200)
        two.expectNothingOfTheirs(got)
      },
    )

    test.for(lists)('$route with a cursor of another store lists only its own rows', async ({ route }) => {
      const path = route.slice(route.indexOf('/'))
      if (path === '/api/stores') await two.theirs.owner.post(path, { name: 'Second', currency: 'USD' })
      const { meta } = Page.parse((await two.theirs.owner.get(`${path}?limit=1`)).body)
      const own = await two.listIds(`${path}?limit=100`)
      const got = await two.listIds(`${path}?limit=100&cursor=${meta.next_cursor}`)
      expect(got.every((id) => own.includes(id))).toBe(true)
    })

    test.for(lists.filter(({ list }) => list === 'searched'))(
      '$route searches only its own store',
      async ({ route }) => {
        const path = `${route.slice(route.indexOf('/'))}?limit=100&search=`
        const sharedTerm = /products|orders|inventory/.test(route) ? 'scarf' : 'amal'
        expect(await two.listIds(`${path}${sharedTerm}`)).not.toEqual([])
        const theirs = await two.mine.owner.get(`${path}${two.secret}`)
        two.expectNothingOfTheirs(theirs)
        expect(theirs).toMatchObject({ status: 200, body: { data: [] } })
        if (exact) expect(textOf(theirs)).toBe(textOf(await two.mine.owner.get(`${path}nothinglikeit`)))
      },
    )

    test('a list without search rejects a search term', async () => {
      for (const { route, list } of lists) {
        const { status } = await two.mine.owner.get(`${route.slice(route.indexOf('/'))}?search=scarf`)
        expect(status, route).toBe(list === 'searched' ? 200 : 422)
      }
    })

    test('an order number that only another store has is not found', async () => {
      expect(await two.mine.owner.get('/api/orders/number:1001')).toMatchObject({
        status: 200,
        body: { store_id: two.mine.store.id },
      })
      expect(await two.mine.owner.get('/api/orders/number:1005')).toMatchObject({ status: 404 })
      expect(await two.theirs.owner.get('/api/orders/number:1005')).toMatchObject({ status: 200 })
    })
  })
}
