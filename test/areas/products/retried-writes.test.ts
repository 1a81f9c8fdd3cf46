import { describe, expect, test } from 'vitest'
import { eventsOf } from '../../support/events.ts'
import { type Answer, service } from '../../support/service.ts'
import { expectProblem, openShop, type Shop } from '../../support/shop.ts'

const shop = service()

type OpenShop = Shop & { at: string; variantAt: string; variantId: string }
type Write = (shop: OpenShop, headers: Record<string, string>, changed?: boolean) => Promise<Answer>

/** Every write of the catalog. With `changed`, the same write with a different body, if it has one. */
const writes: Record<string, Write> = {
  'creating a product': ({ owner }, headers, changed) =>
    owner.post('/api/products', { title: changed ? 'Other' : 'Shawl', price: 1 }, headers),
  'changing a product': ({ owner, at }, headers, changed) =>
    owner.patch(at, { title: changed ? 'Other' : 'Shawl' }, headers),
  'archiving a product': ({ owner, at }, headers) => owner.delete(at, headers),
  'adding a variant': ({ owner, at }, headers, changed) =>
    owner.post(`${at}/variants`, { options: { Size: 'XL' }, on_hand: changed ? 2 : 1 }, headers),
  'changing a variant': ({ owner, variantAt }, headers, changed) =>
    owner.patch(variantAt, { sku: changed ? 'B' : 'A' }, headers),
  'removing a variant': ({ owner, variantAt }, headers) => owner.delete(variantAt, headers),
  'adjusting stock': ({ owner, variantId }, headers, changed) =>
    owner.post('/api/inventory/adjust', { variant_id: variantId, delta: changed ? 2 : 1, reason: 'found' }, headers),
  'creating a customer': ({ owner }, headers, changed) =>
    owner.post('/api/customers', { name: changed ? 'Noor' : 'Amal' }, headers),
}

async function openShopWithVariants(): Promise<OpenShop> {
  const mine = await openShop({ through: shop })
  const { id, variants } = await mine.addProduct({ variants: [{ options: { Size: 'S' } }, { options: { Size: 'L' } }] })
  const variantId = variants[0]?.id ?? ''
  return { ...mine, at: `/api/products/${id}`, variantAt: `/api/products/${id}/variants/${variantId}`, variantId }
}

/** Everything that the writes can change. */
async function everything({ owner, variantId, at }: OpenShop) {
  const lists = ['/api/products', '/api/products?status=archived', '/api/customers', at].map((path) => owner.get(path))
  return [(await Promise.all(lists)).map(({ body }) => body), await eventsOf(variantId)]
}

describe('with the same Idempotency-Key,', () => {
  for (const [name, write] of Object.entries(writes)) {
    test(`${name} is done once and returns the same response`, async () => {
      const mine = await openShopWithVariants()
      const key = { 'Idempotency-Key': 'same' }
      const first = await write(mine, key)
      expect([200, 201, 204]).toContain(first.status)
      const after = await everything(mine)
      const again = await write(mine, key)
      expect(again).toMatchObject({ status: first.status, body: first.body })
      for (const header of ['ETag', 'Location']) expect(again.headers.get(header)).toBe(first.headers.get(header))
      expect([first, again].map(({ headers }) => headers.get('Idempotent-Replayed'))).toEqual([null, 'true'])
      expect(await everything(mine)).toEqual(after)
    })

    test(`${name} five times at once is done once`, async () => {
      const mine = await openShopWithVariants()
      const answers = await Promise.all(Array.from({ length: 5 }, () => write(mine, { 'Idempotency-Key': 'same' })))
      const [first] = answers
      for (const answer of answers) expect(answer).toMatchObject({ status: first?.status, body: first?.body })
      expect(answers.filter(({ headers }) => headers.get('Idempotent-Replayed') === null)).toHaveLength(1)
    })
  }

  const withBody = Object.entries(writes).filter(([name]) => !/^(archiving|removing)/.test(name))
  for (const [name, write] of withBody)
    test(`${name} with a different body is rejected`, async () => {
      const mine = await openShopWithVariants()
      await write(mine, { 'Idempotency-Key': 'same' })
      const after = await everything(mine)
      expectProblem(await write(mine, { 'Idempotency-Key': 'same' }, true), 422, 'idempotency_key_reused')
      expect(await everything(mine)).toEqual(after)
    })
})

test('the same key can be used for a different operation', async () => {
  const { owner } = await openShop({ through: shop })
  const key = { 'Idempotency-Key': 'same' }
  for (const [path, body] of [
    ['/api/products', { title: 'Scarf', price: 1 }],
    ['/api/customers', { name: 'Amal' }],
  ] as const)
    expect(await owner.post(path, body, key)).toMatchObject({ status: 201, body })
})
