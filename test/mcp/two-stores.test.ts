import { beforeAll, describe, expect, test } from 'vitest'
import { answerOf, callOf, mint, post, refusalOf, request } from '../support/assistant.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { snapshot } from '../isolation/snapshot.ts'
import { type Goods, stock, toolNames, toolTable } from './tool-table.ts'

let mine: Shop
let theirs: Shop
let goods: Goods
let theirGoods: Goods
let token: string
beforeAll(async () => {
  ;[mine, theirs] = await Promise.all([openShop(), openShop()])
  // The same person may own both: the token is of one.
  await theirs.join(mine.owner.subject, 'owner')
  ;[goods, theirGoods] = await Promise.all([stock(mine), stock(theirs)])
  token = (await mint(mine)).token
})

const naming = toolNames.flatMap((name) => (toolTable[name]?.names ?? []).map((what) => ({ name, what })))

describe('a token of one store, whose maker owns another as well', () => {
  test.for(naming)('$name with the $what of the other: as if there were none', async ({ name, what }) => {
    const before = await snapshot(theirs.store.id)
    const refused = async (id: string) => {
      const answer = await post(callOf(name, toolTable[name]?.sample({ ...goods, [what]: id })), { token })
      const { request_id: _id, ...refusal } = refusalOf(answer)
      return refusal
    }
    const refusal = await refused(theirGoods[what])
    expect(refusal.code).toMatch(/not_found$/)
    expect(refusal).toEqual(await refused(crypto.randomUUID()))
    expect(await snapshot(theirs.store.id)).toEqual(before)
  })

  test.for(toolNames.filter((name) => name.startsWith('list_') || name === 'get_store'))(
    '%s shows nothing of the other',
    async (name) => {
      const answer = JSON.stringify(
        answerOf(await post(callOf(name, { ...(name !== 'get_store' && { limit: 50 }) }), { token })),
      )
      for (const id of [theirs.store.id, ...Object.values(theirGoods)]) expect(answer).not.toContain(id)
    },
  )

  test('an order number means the one of its own store', async () => {
    const order = answerOf(await post(callOf('get_order', { order_id: 'number:1001' }), { token }))
    expect(order['store_id']).toBe(mine.store.id)
  })

  test('no header picks the other', async () => {
    const headers = { 'X-Store-Id': theirs.store.id, 'Mcp-Session-Id': theirs.store.id }
    expect(answerOf(await post(callOf('get_store'), { token, headers }))['id']).toBe(mine.store.id)
    const { body } = await post(request('resources/read', { uri: 'store://profile' }), { token, headers })
    expect(JSON.stringify(body)).toContain(mine.store.id)
  })
})
