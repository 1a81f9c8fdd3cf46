import { beforeAll, expect, test } from 'vitest'
import { keyScopes, type KeyScope } from '../../src/platform/auth/tokens/scopes.ts'
import { serverOf } from '../support/callers/keys.ts'
import { operations } from '../support/contract/document.ts'
import { child } from '../support/json.ts'
import { service } from '../support/service.ts'
import { type Client, expectProblem } from '../support/shop.ts'
import { asOwner } from '../support/sql.ts'
import { apiRoutes } from './route-table.ts'
import { type TwoStores, twoStores } from './two-stores.ts'

/** The scopes of which the document says that an API key needs one. Null: API keys may not do this. */
function documentedScopes(route: string): readonly unknown[] | null {
  const [method, path = ''] = route.split(' ')
  const inDocument = path.replaceAll(/:(\w+)/g, '{$1}')
  const found = operations.find((one) => one.method === method && one.path === inDocument)
  const security = child(found?.definition, 'security')
  if (!Array.isArray(security)) throw new Error(`the document does not say who may call ${route}`)
  const ofKeys = security.map((one: unknown) => child(one, 'apiKey')).filter(Array.isArray)
  if (ofKeys.length === 0) return null
  const listed = ofKeys.flat()
  return listed.length === 0 ? keyScopes : listed
}

let two: TwoStores
const servers = new Map<KeyScope, Client>()
beforeAll(async () => {
  two = await twoStores({ through: service(), sql: asOwner })
  for (const scope of keyScopes) servers.set(scope, await serverOf(two.mine, { scopes: [scope] }))
})

test.for(apiRoutes)('the document says which single scope lets an API key do this: $route', async (row) => {
  const documented = documentedScopes(row.route)
  for (const [scope, server] of servers) {
    const answer = await two.request(row, {}, {}, server)
    if (documented === null) expectProblem(answer, 403, 'session_required')
    else if (documented.includes(scope))
      expect(['insufficient_scope', 'session_required'], scope).not.toContain(child(answer.body, 'code'))
    else expectProblem(answer, 403, 'insufficient_scope')
  }
})
