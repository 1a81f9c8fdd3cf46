import { expect, test } from 'vitest'
import { z } from 'zod'
import { DeliveryMethod } from '../../../src/areas/delivery-methods/delivery-method.ts'
import { listDeliveryMethods } from '../../../src/areas/delivery-methods/list-delivery-methods.ts'
import { quoteOrder } from '../../../src/areas/orders/quote-order.ts'
import { answerOf, callOf, post, refusalOf, tokenFor } from '../../support/callers/assistant.ts'
import { eventTypesOf } from '../../support/events.ts'
import { expectBody, openShop } from '../../support/shop.ts'

const Saved = z.looseObject({ id: z.string() })
const path = '/api/delivery-methods'

async function openAssistant() {
  const shop = await openShop({ currency: 'SAR' })
  const { token } = await tokenFor(shop, { scopes: ['catalog:write'] })
  const call = (name: string, args: Record<string, unknown> = {}) => post(callOf(name, args), { token })
  const save = (args: Record<string, unknown>) => call('save_delivery_method', args)
  const list = async () => expectBody(await shop.owner.get(path), 200, listDeliveryMethods.output)
  return { ...shop, call, save, list }
}

const riyadh = { name: 'Riyadh', zones: [{ country: 'SA', regions: ['Riyadh'] }], price: 25, free_from: 200 }

test('an assistant sets delivery to Riyadh: 25 below 200, else free', async () => {
  const { owner, call, save, addProduct, addCustomer } = await openAssistant()
  const created = Saved.parse(answerOf(await save(riyadh)))
  expect(created).toMatchObject({ ...riyadh, kind: 'delivery', active: true, currency: 'SAR', version: 1 })
  const { id } = await addProduct({ price: 100 })
  const customer_id = (await addCustomer()).id
  const destination = { country: 'SA', region: 'Riyadh' }
  const delivery = async (quantity: number) => {
    const items = [{ product_id: id, quantity }]
    const cart = { customer_id, items, destination, delivery_method_id: created.id }
    return expectBody(await owner.post('/api/orders/quote', cart), 200, quoteOrder.output).shipping_amount
  }
  expect([await delivery(1), await delivery(2)]).toEqual([25, 0])
  const { data } = answerOf(await call('list_delivery_methods'))
  expect(data).toMatchObject([{ id: created.id, ...riyadh, min_subtotal: null, estimated_days: null, cod_fee: null }])
})

test('an assistant changes only what it sends, and null clears a field', async () => {
  const { owner, save } = await openAssistant()
  const { id } = Saved.parse(answerOf(await save({ ...riyadh, cod_fee: 5, estimated_days: { min: 1, max: 2 } })))
  const { cleared, ...changed } = answerOf(
    await save({ delivery_method_id: id, price: 30, free_from: null, active: false }),
  )
  expect(cleared).toEqual(['free_from'])
  expect(changed).toMatchObject({ name: 'Riyadh', price: 30, free_from: null, cod_fee: 5, active: false, version: 2 })
  expect(expectBody(await owner.get(`${path}/${id}`), 200, DeliveryMethod)).toMatchObject(changed)
  expect(await eventTypesOf(id)).toEqual(['delivery_method.created', 'delivery_method.updated'])
})

test.for([
  ['save_delivery_method', 'delivery_method_id', riyadh],
  ['save_collection', 'collection_id', { title: 'Ramadan' }],
  ['save_discount', 'discount_id', { code: 'TEN', kind: 'percentage', value: 10 }],
] as const)('%s changes only the version that was read', async ([name, field, made]) => {
  const { call } = await openAssistant()
  const { id } = Saved.parse(answerOf(await call(name, made)))
  expect(answerOf(await call(name, { ...made, [field]: id, expected_version: 1 }))).toMatchObject({ version: 2 })
  expect(refusalOf(await call(name, { ...made, [field]: id, expected_version: 1 })).code).toBe('version_conflict')
  expect(refusalOf(await call(name, { ...made, expected_version: 1 })).errors).toMatchObject([
    { pointer: '/expected_version', code: 'option_unused' },
  ])
})

test('an assistant can send what its list of tools leaves out', async () => {
  const { save, list } = await openAssistant()
  const rare = { max_weight_g: 20_000, rate_per_kg: 2.5, payment_methods: ['card'], position: 3 }
  answerOf(await save({ name: 'Branch', kind: 'pickup', pickup_address: 'Olaya Street', ...rare }))
  expect((await list()).data).toMatchObject([{ ...rare, pickup_address: 'Olaya Street' }])
})

test('an assistant hears what else shoppers in Riyadh can choose, in the order that they see', async () => {
  const { save, owner } = await openAssistant()
  const add = async (method: object) => (await save({ position: 5, ...method })).status
  const sa = (...regions: string[]) => ({ zones: [{ country: 'SA', ...(regions.length > 0 && { regions }) }] })
  await add({ name: 'Standard', price: 4.99, free_from: 75 })
  await add({ name: 'Kingdom', price: 12, ...sa() })
  await add({ name: 'Riyadh today', price: 40, position: 1, ...sa('Jeddah', 'الرياض') })
  await add({ name: 'Jeddah', price: 9, ...sa('Jeddah') })
  await add({ name: 'Kuwait', price: 9, zones: [{ country: 'KW' }] })
  await add({ name: 'Before', price: 9, active: false })
  await add({ name: 'Shop', kind: 'pickup' })
  const { id, also_offered } = Saved.parse(answerOf(await save(riyadh)))
  expect(also_offered).toEqual([
    { id: expect.any(String), name: 'Riyadh today', price: 40, free_from: null },
    { id: expect.any(String), name: 'Standard', price: 4.99, free_from: 75 },
    { id: expect.any(String), name: 'Kingdom', price: 12, free_from: null },
  ])
  const names = async (change: object) =>
    Object(answerOf(await save({ delivery_method_id: id, ...change }))).also_offered?.map(
      ({ name }: { name: string }) => name,
    )
  expect(await names(sa())).toEqual(['Riyadh today', 'Standard', 'Kingdom', 'Jeddah'])
  expect(await names({ zones: [] })).toEqual(['Riyadh today', 'Standard', 'Kingdom', 'Jeddah', 'Kuwait'])
  // Never for the same cart.
  await add({ name: 'Small carts', price: 3, max_subtotal: 19, ...sa() })
  expect(await names({ ...sa(), min_subtotal: 20 })).not.toContain('Small carts')
  expect(await names({ min_subtotal: 19 })).toContain('Small carts')
  expect(await names({ active: false })).toBeUndefined()
  expect((await owner.get(`${path}/${id}`)).body).not.toHaveProperty('also_offered')
})

test('an assistant that retries with the same key makes one delivery method', async () => {
  const { save, list } = await openAssistant()
  const once = { ...riyadh, idempotency_key: 'once' }
  const [one, two] = [answerOf(await save(once)), answerOf(await save(once))]
  expect(two).toEqual(one)
  expect((await list()).meta.total).toBe(1)
})

test.for([
  [{ price: 25 }, '/name', 'required'],
  [{ name: 'Riyadh', price: 25.005 }, '/price', 'invalid_amount'],
  [{ name: 'Riyadh', min_subtotal: 9, max_subtotal: 5 }, '/min_subtotal', 'subtotals_contradict'],
  [{ name: 'Riyadh', zones: [{ country: 'UK' }] }, '/zones/0/country', 'invalid_value'],
] as const)('an assistant learns what is wrong with %j', async ([args, pointer, code]) => {
  const { save, list } = await openAssistant()
  const { errors } = refusalOf(await save(args))
  expect(errors).toMatchObject([{ pointer, code }])
  expect((await list()).meta.total).toBe(0)
})

test('a method too large for an answer is cut within, and the cursors reach each method once', async () => {
  const { owner, call } = await openAssistant()
  const regions = Array.from({ length: 500 }, (_, nth) => `Region ${nth} ${'x'.repeat(85)}`)
  const zones = ['SA', 'KW'].map((country) => ({ country, regions }))
  const names = ['First', 'Second', 'Third']
  for (const name of names) expectBody(await owner.post(path, { name, zones, price: 25 }), 201, DeliveryMethod)
  const found: unknown[] = []
  for (let cursor: string | null = null; ;) {
    const answer = answerOf(await call('list_delivery_methods', cursor === null ? {} : { cursor }))
    expect(new TextEncoder().encode(JSON.stringify(answer)).length).toBeLessThan(100_000)
    const [method] = z
      .array(DeliveryMethod.pick({ name: true, zones: true }))
      .length(1)
      .parse(answer['data'])
    const shown = method?.zones.map((zone) => zone.regions?.length ?? 0) ?? []
    expect(shown.every((length) => length > 100 && length < 500)).toBe(true)
    const lists = ['data.0.zones.0.regions', 'data.0.zones.1.regions']
    expect(answer['truncated']).toEqual(expect.arrayContaining(lists))
    expect(lists.map((list) => Object(answer['left_out'])[list])).toEqual(shown.map((length) => 500 - length))
    found.push(method?.name)
    if (answer['has_more'] !== true) break
    cursor = z.string().parse(answer['next_cursor'])
  }
  expect(found).toEqual(names)
})
