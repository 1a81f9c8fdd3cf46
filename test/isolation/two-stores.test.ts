import { expect, test } from 'vitest'
import { service } from '../support/service.ts'
import { asOwner } from '../support/sql.ts'
import { describeTwoStores } from './describe-two-stores.ts'
import { appRoutes, routeTable } from './route-table.ts'

test('every route of the app has a row in the table of routes, and every row a route', () => {
  expect(Object.keys(routeTable).toSorted()).toEqual(appRoutes.toSorted())
})

describeTwoStores(
  'the owner of one store asks for what is in another',
  () => Promise.resolve({ through: service(), sql: asOwner }),
  {
    exact: true,
  },
)
