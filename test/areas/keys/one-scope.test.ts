import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import openapi from '../../../openapi.json'
import { type KeyScope, keyScopes } from '../../../src/platform/auth/tokens/scopes.ts'
import { getTimeline } from '../../../src/areas/customers/get-timeline.ts'
import { inboxOf } from '../../support/inbox.ts'
import { serverOf } from '../../support/callers/keys.ts'
import { openScarfShop } from '../orders/scarf-shop.ts'
import { expectBody, inStore } from '../../support/shop.ts'

// What a key with a single scope can read anywhere. A word is planted in each area of a store, and every GET operation that
// the contract has is called with a key of each scope.

/** The words planted, with the scopes that may see them. */
const planted: Readonly<Record<string, readonly KeyScope[]>> = {
  // What an order has on itself belongs to the order. Events need the scope of their type too.
  ordernote: ['orders:read', 'orders:write'],
  ordermemo: ['orders:read', 'orders:write'],
  // The customer's name is also in the search for orders, and in each order.
  customermemo: ['crm:read', 'crm:write'],
  customerremark: ['crm:read', 'crm:write'],
  'customer@planted.test': ['crm:read', 'crm:write'],
  segmentname: ['crm:read', 'crm:write'],
  messagebody: ['inbox:read', 'inbox:write'],
  internalnote: ['inbox:read', 'inbox:write'],
  adjustreason: ['catalog:read', 'catalog:write'],
  hooktarget: ['webhooks:manage'],
}

const idOf = (answer: { body: unknown }) => z.looseObject({ id: z.string() }).parse(answer.body).id

async function openFullShop() {
  const mine = await openScarfShop()
  const { owner, customer, scarf, buy, addCustomer } = mine
  const phone = '+965 5123 4567'
  const { id } = await addCustomer({ name: 'Amal', phone, email: 'customer@planted.test', notes: 'customermemo' })
  await owner.post(`/api/customers/${id}/notes`, { body: 'customerremark' })
  const order = idOf(await buy({ customer_id: id, notes: 'ordernote' }))
  await owner.post(`/api/orders/${order}/notes`, { body: 'ordermemo' })
  const segment = idOf(await owner.post('/api/segments', { name: 'segmentname', filter: 'orders>0' }))
  const inbox = inboxOf(mine)
  const { receive } = await inbox.addWebhook({ name: 'Chat' })
  await receive({ from: { name: 'Amal', phone }, body: 'messagebody' })
  const [conversation] = await inbox.conversations()
  await owner.post(`/api/inbox/conversations/${conversation?.id}/messages`, { kind: 'note', body: 'internalnote' })
  const variant_id = scarf.variants[0]?.id
  await owner.post('/api/inventory/adjust', { variant_id, delta: 1, reason: 'adjustreason' })
  const webhook = await owner.post(
    '/api/webhooks',
    { url: 'https://hooktarget.example.com/x', events: ['order.*'] },
    inStore(mine.store),
  )
  return {
    ...mine,
    customer: { ...customer, id },
    ids: {
      customer_id: id,
      order_id: order,
      segment_id: segment,
      conversation_id: conversation?.id ?? '',
      product_id: scarf.id,
      variant_id: variant_id ?? '',
      webhook_id: idOf(webhook),
    },
  }
}

let shop: Awaited<ReturnType<typeof openFullShop>>
beforeAll(async () => {
  shop = await openFullShop()
}, 60_000)

/** The paths of all GET operations whose parameters are known, also with what they can include. */
function paths(): string[] {
  const ids = new Map(Object.entries(shop.ids))
  return Object.entries(openapi.paths).flatMap(([path, operations]) => {
    if (!('get' in operations)) return []
    const filled = path.replace(/\{(\w+)\}/g, (whole, name: string) => ids.get(name) ?? whole)
    if (filled.includes('{')) return []
    const isOrder = /^\/api\/orders(\/[^/]+)?$/.test(path)
    const isFound = /^\/api\/(orders|customers|products|inbox\/conversations)$/.test(path)
    return [
      filled,
      ...(isOrder ? [`${filled}?include=actions,events`] : []),
      ...(isFound ? [`${filled}?search=amal`] : []),
    ]
  })
}

describe.each(keyScopes)('a key with only %s', (scope) => {
  test('reads nothing of another area', async () => {
    const server = await serverOf(shop, { scopes: [scope] })
    const leaks: string[] = []
    const all = paths()
    expect(all.length).toBeGreaterThan(40)
    for (const path of all) {
      const { status, body } = await server.get(path)
      if (status !== 200) continue
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      for (const [word, scopes] of Object.entries(planted))
        if (text.includes(word) && !scopes.includes(scope)) leaks.push(`${path}: ${word}`)
    }
    expect(leaks).toEqual([])
  }, 60_000)
})

test('the words are there for those who may see them', async () => {
  const server = await serverOf(shop)
  const seen = await Promise.all(paths().map(async (path) => JSON.stringify((await server.get(path)).body)))
  expect(Object.keys(planted).filter((word) => !seen.some((text) => text.includes(word)))).toEqual([])
}, 60_000)

describe('the timeline of a customer', () => {
  const kindsFor = async (scopes: readonly KeyScope[]) => {
    const server = await serverOf(shop, { scopes })
    const path = `/api/customers/${shop.ids.customer_id}/timeline`
    const { data, meta } = expectBody(await server.get(path), 200, getTimeline.output)
    expect(meta.total).toBe(data.length)
    const ids: string[] = []
    for (let next = '?limit=1'; ;) {
      const page = expectBody(await server.get(path + next), 200, getTimeline.output)
      ids.push(...page.data.map(({ id }) => id))
      if (page.meta.next_cursor === null) break
      next = `?limit=1&cursor=${page.meta.next_cursor}`
    }
    expect(ids).toEqual(data.map(({ id }) => id))
    return new Set(data.map(({ kind }) => kind))
  }

  test('has only what the scopes of a key cover', async () => {
    expect(await kindsFor(['crm:read'])).toEqual(new Set(['note', 'event']))
    expect(await kindsFor(['crm:read', 'orders:read'])).toEqual(new Set(['note', 'event', 'order']))
    expect(await kindsFor(['crm:write', 'inbox:write'])).toEqual(new Set(['note', 'event', 'conversation']))
  })
})
