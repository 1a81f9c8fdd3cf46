import { expect, test } from 'vitest'
import { getCollection } from '../../../src/areas/collections/get-collection.ts'
import { getDeliveryMethod } from '../../../src/areas/delivery-methods/get-delivery-method.ts'
import { getDiscount } from '../../../src/areas/discounts/get-discount.ts'
import { answerOf, callOf, post, refusalOf, tokenFor } from '../../support/callers/assistant.ts'
import { expectBody, expectProblem, inStore, openShop } from '../../support/shop.ts'

const open = async () => {
  const shop = await openShop()
  const here = inStore(shop.store)
  const { token } = await tokenFor(shop)
  const scarf = await shop.addProduct({ title: 'Wool Scarf', variants: [{ sku: 'SCARF-1', on_hand: 50 }] })
  const made = await shop.owner.post('/api/collections', { title: 'Winter sale', product_ids: [scarf.id] }, here)
  const collection = expectBody(made, 201, getCollection.output)
  return {
    shop,
    here,
    scarf,
    collection,
    call: async (name: string, args: Record<string, unknown>) => post(callOf(name, args), { token }),
  }
}

test('a discount is for products and collections by what people call them', async () => {
  const { shop, here, scarf, collection, call } = await open()
  const product_ids = ['scarf-1', 'Wool Scarf', 'wool-scarf', scarf.id]
  const byTool = answerOf(
    await call('save_discount', { code: 'SCARF', kind: 'percentage', value: 10, applies_to: { product_ids } }),
  )
  expect(byTool).toMatchObject({ applies_to: { product_ids: [scarf.id] } })
  const changed = { applies_to: { collection_ids: ['WINTER sale', collection.slug, collection.id] }, value: 15 }
  expect(answerOf(await call('save_discount', { discount_id: 'scarf', ...changed }))).toMatchObject({
    id: byTool['id'],
    value: 15,
    applies_to: { collection_ids: [collection.id] },
  })
  // Over REST as well.
  const read = await shop.owner.patch('/api/discounts/SCARF', { applies_to: { product_ids: ['SCARF-1'] } }, here)
  expect(expectBody(read, 200, getDiscount.output).applies_to).toEqual({ product_ids: [scarf.id] })
  expect(expectBody(await shop.owner.get('/api/discounts/scarf', here), 200, getDiscount.output).value).toBe(15)
  // Repeated, the name could be that of another one.
  expectProblem(await shop.owner.delete('/api/discounts/SCARF', here), 404, 'not_found')
  expect((await shop.owner.delete(`/api/discounts/${String(byTool['id'])}`, here)).status).toBe(204)
  expectProblem(await shop.owner.get('/api/discounts/SCARF', here), 404, 'not_found')
})

test('a name that nothing has, or several have, is refused with where it stands, and nothing is stored', async () => {
  const { shop, here, call } = await open()
  await shop.addProduct({ title: 'Wool Scarf' })
  const discount = (applies_to: object) => ({ code: 'SCARF', kind: 'percentage', value: 10, applies_to })
  expect(refusalOf(await call('save_discount', discount({ product_ids: ['SCARF-1', 'Gloves'] })))).toMatchObject({
    code: 'not_found',
    errors: [{ pointer: '/applies_to/product_ids/1', detail: expect.stringContaining('"Gloves"') }],
  })
  expect(refusalOf(await call('save_discount', discount({ collection_ids: ['Summer'] })))).toMatchObject({
    errors: [{ pointer: '/applies_to/collection_ids/0' }],
  })
  expect(refusalOf(await call('save_discount', discount({ product_ids: ['Wool Scarf'] })))).toMatchObject({
    code: 'ambiguous',
    candidates: [expect.anything(), expect.anything()],
  })
  for (const [tool, args, thing] of [
    ['save_discount', { discount_id: 'NONE', value: 5 }, 'discount "NONE"'],
    ['save_collection', { collection_id: 'None', published: false }, 'collection "None"'],
    ['save_delivery_method', { delivery_method_id: 'None', price: 1 }, 'delivery method "None"'],
    ['save_page', { page_id: 'none', body: 'x' }, 'page "none"'],
  ] as const)
    expect(refusalOf(await call(tool, args)), tool).toMatchObject({
      code: 'not_found',
      detail: `No ${thing} in this store.`,
    })
  const list = await shop.owner.get('/api/discounts', here)
  expect(Object(list.body).data).toEqual([])
})

test('of two discounts, the one that is written so is meant; otherwise both are named', async () => {
  const { shop, here, call } = await open()
  const vip = { code: 'VIP20', name: 'Summer Sale' }
  for (const fields of [
    { code: 'EID' },
    { code: 'EID26', name: 'Eid' },
    { automatic: true, name: 'Ramadan' },
    vip,
    { code: 'SUMMERSALE', name: 'VIP' },
  ])
    await shop.owner.post('/api/discounts', { kind: 'percentage', value: 10, ...fields }, here)
  expect(answerOf(await call('save_discount', { discount_id: 'e i d', value: 5 }))).toMatchObject({ code: 'EID' })
  expect(answerOf(await call('save_discount', { discount_id: 'EID', value: 5 }))).toMatchObject({ code: 'EID' })
  expect(answerOf(await call('save_discount', { discount_id: 'Summer Sale', value: 5 }))).toMatchObject(vip)
  expect(refusalOf(await call('save_discount', { discount_id: 'eid', value: 5 })).code).toBe('ambiguous')
  expect(answerOf(await call('save_discount', { discount_id: 'ramadan', value: 5 }))).toMatchObject({
    automatic: true,
  })
})

test('collections, pages and delivery methods have names, also in orders, and those of other stores do not exist', async () => {
  const { shop, here, scarf, collection, call } = await open()
  const other = await open()
  await other.shop.owner.post('/api/delivery-methods', { name: 'Courier', price: 9 }, other.here)
  expectProblem(await shop.owner.get('/api/delivery-methods/Courier', here), 404, 'not_found')
  await shop.owner.post('/api/delivery-methods', { name: 'Express', price: 4 }, here)
  await shop.owner.post('/api/storefront/pages', { title: 'About us', body: '# Us' }, here)

  expect(answerOf(await call('save_collection', { collection_id: 'winter-sale', published: false }))).toMatchObject({
    id: collection.id,
    published: false,
  })
  expect(answerOf(await call('save_page', { page_id: 'About Us', body: '# We' }))).toMatchObject({ slug: 'about-us' })
  const method = answerOf(await call('save_delivery_method', { delivery_method_id: 'express', price: 5 }))
  expect(method).toMatchObject({ name: 'Express', price: 5 })
  const got = await shop.owner.get('/api/delivery-methods/Express', here)
  expect(expectBody(got, 200, getDeliveryMethod.output).id).toBe(method['id'])

  const { id: customer_id } = await shop.addCustomer()
  const cart = { customer_id, items: [{ product_id: scarf.id, quantity: 2 }], delivery_method_id: 'EXPRESS' }
  expect(answerOf(await call('quote_order', cart))).toMatchObject({
    shipping_amount: 5,
    total_amount: scarf.price * 2 + 5,
  })
  const order = answerOf(await call('create_order', cart))
  expect(order).toMatchObject({ shipping_amount: 5, delivery: { method_id: method['id'] } })
  await shop.owner.post('/api/delivery-methods', { name: 'Slow', price: 1 }, here)
  const moved = { order_id: order['number'], delivery_method_id: 'slow' }
  expect(answerOf(await call('update_order', { ...moved, dry_run: true }))).toMatchObject({ shipping_amount: 1 })
  expect(answerOf(await call('update_order', moved))).toMatchObject({ shipping_amount: 1 })
  expect(refusalOf(await call('create_order', { ...cart, delivery_method_id: 'Courier' }))).toMatchObject({
    code: 'delivery_method_not_found',
    detail: 'No delivery method "Courier" in this store.',
    errors: [{ pointer: '/delivery_method_id' }],
  })
  // Twice the same, as after a lost answer.
  const once = { ...cart, idempotency_key: crypto.randomUUID() }
  expect(answerOf(await call('create_order', once))).toEqual(answerOf(await call('create_order', once)))
  // Though the name has become that of two.
  await shop.owner.post('/api/delivery-methods', { name: 'express', price: 2 }, here)
  const again = answerOf(await call('create_order', once))
  expect(answerOf(await call('create_order', once))).toEqual(again)
  expect(refusalOf(await call('create_order', cart)).code).toBe('ambiguous')
})
