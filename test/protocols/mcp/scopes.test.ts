import { beforeAll, describe, expect, test } from 'vitest'
import { type TokenScope, tokenScopes } from '../../../src/platform/auth/tokens/scopes.ts'
import { answerOf, callOf, challengeOf, connect, eras, tokenFor, post } from '../../support/callers/assistant.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { snapshot } from '../../isolation/snapshot.ts'
import { type Goods, stock, toolNames, toolTable } from './tool-table.ts'

let shop: Shop
let goods: Goods
const tokens = new Map<TokenScope, string>()
beforeAll(async () => {
  shop = await openShop()
  goods = await stock(shop)
  for (const scope of tokenScopes) tokens.set(scope, (await tokenFor(shop, { scopes: [scope] })).token)
})

const may = (scope: TokenScope, name: string): boolean => {
  const scopes = toolTable[name]?.scopes ?? []
  return scopes === 'any' || scopes.includes(scope)
}

const pairs = tokenScopes.flatMap((scope) => toolNames.map((name) => ({ scope, name })))
const tokenOf = (scope: TokenScope) => tokens.get(scope) ?? ''

describe('a token with one scope', () => {
  // After all calls that may change something. The snapshot after one call serves as the one before the next.
  let unchanged: ReturnType<typeof snapshot> | undefined

  test.for(pairs.filter(({ scope, name }) => may(scope, name)))('$scope may call $name', async ({ scope, name }) => {
    answerOf(await post(callOf(name, toolTable[name]?.sample(goods)), { token: tokenOf(scope) }))
  })

  test.for(pairs.filter(({ scope, name }) => !may(scope, name)))(
    '$scope may not call $name, and the challenge names the required scope',
    async ({ scope, name }) => {
      const before = await (unchanged ??= snapshot(shop.store.id))
      const answer = await post(callOf(name, toolTable[name]?.sample(goods)), { token: tokenOf(scope) })
      expect(answer).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } })
      const required = toolTable[name]?.scopes ?? []
      expect(challengeOf(answer)).toEqual({
        error: 'insufficient_scope',
        // The least privileged scope: read rather than write.
        scope: required[0],
        resource_metadata: 'https://commerce.test/.well-known/oauth-protected-resource/api/mcp',
      })
      expect(await snapshot(shop.store.id)).toEqual(before)
    },
  )

  test.for(tokenScopes)('%s sees only the tools that it may call', async (scope) => {
    for (const era of eras) {
      const client = await connect(tokenOf(scope), era)
      const { tools } = await client.listTools()
      const names = tools.map(({ name }) => name)
      expect(names).toEqual(toolNames.filter((name) => may(scope, name)))
      // What is said to be as in another tool can be read there.
      for (const [, other] of JSON.stringify(tools).matchAll(/(?:As in|Like) (\w+)"/g)) expect(names).toContain(other)
      await client.close()
    }
  })
})

test('a call outside the scopes gets a challenge, even if its arguments are invalid', async () => {
  const answer = await post(callOf('create_product', { store_id: shop.store.id }), { token: tokenOf('crm:read') })
  expect(answer).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } })
  expect(challengeOf(answer)).toMatchObject({ scope: 'catalog:write' })
})

test('the challenge under /mcp names the metadata of /mcp', async () => {
  const answer = await post(callOf('list_orders'), { token: tokenOf('crm:read'), path: '/mcp' })
  expect(challengeOf(answer)).toMatchObject({
    resource_metadata: 'https://commerce.test/.well-known/oauth-protected-resource/mcp',
  })
})
