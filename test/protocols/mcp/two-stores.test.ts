import { beforeAll, describe, expect, test } from 'vitest'
import { answerOf, callOf, tokenFor, post, refusalOf, request } from '../../support/callers/assistant.ts'
import { inStore, openShop, type Shop } from '../../support/shop.ts'
import { snapshot } from '../../isolation/snapshot.ts'
import { type Goods, stock, toolNames, toolTable } from './tool-table.ts'

let mine: Shop
let theirs: Shop
let goods: Goods
let theirGoods: Goods
let token: string
beforeAll(async () => {
  ;[mine, theirs] = await Promise.all([openShop(), openShop()])
  // The same person may own both, but the token belongs to one store.
  await theirs.join(mine.owner.subject, 'owner')
  ;[goods, theirGoods] = await Promise.all([stock(mine), stock(theirs)])
  token = (await tokenFor(mine)).token
})

const naming = toolNames.flatMap((name) => (toolTable[name]?.names ?? []).map((key) => ({ name, key })))

describe('a token of one store whose creator also owns another', () => {
  test.for(naming)('$name with the $key of the other store answers as if it did not exist', async ({ name, key }) => {
    const before = await snapshot(theirs.store.id)
    const refused = async (id: string) => {
      const answer = await post(callOf(name, toolTable[name]?.sample({ ...goods, [key]: id })), { token })
      const { request_id: _id, ...refusal } = refusalOf(answer)
      return refusal
    }
    const refusal = await refused(theirGoods[key])
    expect(refusal.code).toMatch(/not_found$/)
    expect(refusal).toEqual(await refused(crypto.randomUUID()))
    expect(await snapshot(theirs.store.id)).toEqual(before)
  })

  test.for(toolNames.filter((name) => name.startsWith('list_') || name === 'get_store'))(
    '%s shows nothing of the other store',
    async (name) => {
      const answer = JSON.stringify(
        answerOf(await post(callOf(name, { ...(name !== 'get_store' && { limit: 50 }) }), { token })),
      )
      for (const id of [theirs.store.id, ...Object.values(theirGoods)]) expect(answer).not.toContain(id)
    },
  )

  test('an order number refers to its own store', async () => {
    const order = answerOf(await post(callOf('get_order', { order_id: 'number:1001' }), { token }))
    expect(order['store_id']).toBe(mine.store.id)
  })

  test('no header can select the other store', async () => {
    const headers = { ...inStore(theirs.store), 'Mcp-Session-Id': theirs.store.id }
    expect(answerOf(await post(callOf('get_store'), { token, headers }))['id']).toBe(mine.store.id)
    const { body } = await post(request('resources/read', { uri: 'store://profile' }), { token, headers })
    expect(JSON.stringify(body)).toContain(mine.store.id)
  })
})
