import { expect, test } from 'vitest'
import { service } from '../support/service.ts'
import { asOwner } from '../support/sql.ts'
import { describeTwoStores } from './describe-two-stores.ts'
import { isGoodsName } from './route-facts.ts'
import { apiRoutes, appRoutes, publicRoutes, routeTable } from './route-table.ts'

test('every route of the app has one row in routeTable or publicRoutes, and every row has a route', () => {
  expect([...Object.keys(routeTable), ...Object.keys(publicRoutes)].toSorted()).toEqual(appRoutes.toSorted())
})

declare global {
  interface ImportMeta {
    /** Vite's import of matching files. */
    readonly glob: (files: string, as: { query: string; import: string }) => Record<string, () => Promise<unknown>>
  }
}

const suites = import.meta.glob('../**/*.test.ts', { query: '?raw', import: 'default' })

test.for(Object.entries(publicRoutes))('%s is covered by %s', async ([route, suite]) => {
  const text = String(await suites[suite.replace('test/', '../')]?.())
  for (const [segment] of route.matchAll(/\/[\w.-]+/g)) expect(text).toContain(segment)
})

test('every row refers to known goods', () => {
  for (const { route, names } of apiRoutes) expect(Object.keys(names).every(isGoodsName), route).toBe(true)
})

describeTwoStores(
  'the owner of one store requests resources of another',
  () => Promise.resolve({ through: service(), sql: asOwner }),
  {
    exact: true,
  },
)
