import { describe, expect, test } from 'vitest'
import { Customer } from '../../../src/areas/customers/customer.ts'
import { AnsweredQuote, Quote } from '../../../src/areas/checkout/quote.ts'
import { listOrders } from '../../../src/areas/orders/list-orders.ts'
import { csv, exported, linesOf, sent, types } from '../../platform/transfer/files.ts'
import { tenAddresses, tenTexts } from '../../support/addresses.ts'
import { answerOf, callOf, post, tokenFor } from '../../support/callers/assistant.ts'
import { CreatedOrder, expectBody, expectProblem } from '../../support/shop.ts'
import { act, orderOf } from './acting.ts'
import { openBorderStore } from './border-store.ts'
import { contradictionsOf } from './contradictions.ts'
import { numbersOf } from './listing.ts'
import { openScarfShop } from './scarf-shop.ts'
import { setTax } from '../stores/taxes.ts'

// Orders that go to an address in parts.

const [kuwait, riyadh] = tenAddresses
const toronto = { line1: '9 King St', city: 'Toronto', region: 'ON', postal_code: 'M5H 1A1', country: 'CA' }
const newYork = { line1: '5 Main St', city: 'New York', region: 'NY', postal_code: '10001', country: 'US' }

const makeIn = ({ bought }: Awaited<ReturnType<typeof openScarfShop>>, fields: object) => bought({ ...fields })

describe('an address of each of ten countries', () => {
  test('comes back as it was sent: created, changed, read and listed', async () => {
    const shop = await openScarfShop()
    for (const [nth, address] of tenAddresses.entries()) {
      const made = await makeIn(shop, { address })
      expect(made).toMatchObject({ address, shipping_address: tenTexts[nth] })
      expect(made.destination).toEqual({
        country: address.country,
        region: 'region' in address ? address.region : null,
      })
      expect(made.warnings.map(({ code }) => code)).not.toContain('address_incomplete')
    }
    const { data } = expectBody(await shop.owner.get('/api/orders?sort=created_at'), 200, listOrders.output)
    expect(data.map(({ address }) => address)).toEqual(tenAddresses)
    const { id } = await makeIn(shop, {})
    for (const address of tenAddresses)
      expect(await shop.owner.patch(`/api/orders/${id}`, { address })).toMatchObject({ status: 200, body: { address } })
  })

  test('comes back from an assistant as it was sent', async () => {
    const shop = await openScarfShop()
    const { token } = await tokenFor(shop, { scopes: ['orders:write', 'crm:read'] })
    for (const [nth, address] of tenAddresses.entries()) {
      const items = [{ product_id: 'Scarf', quantity: nth + 1, unit_price: 10 }]
      const made = answerOf(
        await post(
          callOf('create_order', { customer_id: '+965 5012 3456', items, total_amount: 10 * nth + 10, address }),
          {
            token,
          },
        ),
      )
      expect(made).toMatchObject({ address })
      const order_id = String(Object(made).id)
      expect(answerOf(await post(callOf('get_order', { order_id }), { token }))).toMatchObject({ address })
      expect(answerOf(await post(callOf('update_order', { order_id, address }), { token }))).toMatchObject({ address })
    }
  })

  test.for(['csv', 'jsonl'] as const)('goes through a %s file into another store', async (format) => {
    const [shop, other] = [await openScarfShop(), await openScarfShop()]
    for (const [nth, address] of tenAddresses.entries()) await makeIn(shop, { address, external_id: `A-${nth}` })
    await makeIn(shop, { shipping_address: '1 Old Street', external_id: 'A-text' })
    const file = await exported(shop.owner, 'orders', `?format=${format}`)
    expect(await sent(other.owner, 'orders', file, { type: types[format] })).toMatchObject({ created: 11, failed: 0 })
    const { data } = expectBody(await other.owner.get('/api/orders?limit=50'), 200, listOrders.output)
    for (const [nth, address] of tenAddresses.entries())
      expect(data.find(({ external_id }) => external_id === `A-${nth}`)).toMatchObject({
        address,
        shipping_address: tenTexts[nth],
        destination: { country: address.country },
      })
    expect(data.find(({ external_id }) => external_id === 'A-text')).toMatchObject({
      address: null,
      shipping_address: '1 Old Street',
    })
  })
})

test('an imported address counts where it is, and lacks nothing that its destination says', async () => {
  const shop = await openScarfShop()
  const file = csv(
    'external_id,customer_name,customer_phone,sku,quantity,unit_price,address_line1,address_area,address_city,address_country,delivery_country',
    ['D-1', 'Huda', '+965 5000 0009', 'SC-1', 1, 10, 'شارع 5', 'السالمية', '', 'KW', 'SA'],
    ['D-2', 'Huda', '+965 5000 0009', 'SC-1', 1, 10, 'طريق الملك فهد', '', 'الرياض', '', 'SA'],
  )
  expect(await sent(shop.owner, 'orders', file)).toMatchObject({
    created: 2,
    rows: [{ warnings: [] }, { warnings: [] }],
  })
  expect(await numbersOf(shop.owner, { city: 'Salmiya', country: 'KW' })).toEqual([1001])
  expect(await numbersOf(shop.owner, { city: 'Riyadh', country: 'SA' })).toEqual([1002])
  expect(await shop.owner.get('/api/orders/number:1001')).toMatchObject({ body: { destination: { country: 'SA' } } })
  expect(await shop.owner.get('/api/orders/number:1002')).toMatchObject({
    body: { shipping_address: expect.stringContaining('المملكة العربية السعودية') },
  })
})

test('an imported address that lacks something is said', async () => {
  const shop = await openScarfShop()
  const file = csv(
    'external_id,customer_name,customer_phone,sku,quantity,unit_price,address_line1,address_city,address_country,address_lat,address_lng',
    ['W-1', 'Huda', '+965 5000 0009', 'SC-1', 1, 10, '5 Main St', 'San Jose', 'us', '', ''],
    ['W-2', 'Huda', '+965 5000 0009', 'SC-1', 1, 10, 'طريق الملك فهد', 'الرياض', 'SA', '24.7', '46.7'],
    ['W-3', 'Huda', '+965 5000 0009', 'SC-1', 1, 10, '', '', '', '', ''],
  )
  const { rows } = await sent(shop.owner, 'orders', file)
  expect(rows.map(({ warnings }) => warnings.map(({ code }) => code))).toEqual([['address_incomplete'], [], []])
  const { data } = expectBody(await shop.owner.get('/api/orders?sort=created_at'), 200, listOrders.output)
  expect(data.map(({ address }) => address)).toEqual([
    { line1: '5 Main St', city: 'San Jose', country: 'US' },
    { line1: 'طريق الملك فهد', city: 'الرياض', country: 'SA', location: { lat: 24.7, lng: 46.7 } },
    null,
  ])
})

test('a text that nobody split stays a text', async () => {
  const shop = await openScarfShop()
  expect(await makeIn(shop, { shipping_address: 'Block 5, Salmiya, Kuwait' })).toMatchObject({
    shipping_address: 'Block 5, Salmiya, Kuwait',
    address: null,
    destination: null,
    warnings: [],
  })
  const both = await makeIn(shop, { shipping_address: 'Behind the mosque', address: kuwait })
  expect(both).toMatchObject({
    shipping_address: tenTexts[0],
    address: kuwait,
  })
  expect(both.warnings.map(({ code }) => code)).toContain('address_text_replaced')
  const same = await makeIn(shop, { shipping_address: tenTexts[0], address: kuwait, notes: 'again' })
  expect(same.warnings.map(({ code }) => code)).not.toContain('address_text_replaced')
  const changed = await shop.owner.patch(`/api/orders/${same.id}`, { shipping_address: 'Behind it', address: riyadh })
  expect(changed).toMatchObject({ body: { shipping_address: tenTexts[1], address: riyadh } })
  expect(Object(changed.body).warnings).toContainEqual(expect.objectContaining({ code: 'address_text_replaced' }))
})

test('an address without anything to print leaves the text as it is', async () => {
  const shop = await openScarfShop()
  const { id } = await makeIn(shop, { address: { instructions: 'Call first' } })
  expect(await orderOf(shop.owner, id)).toMatchObject({
    shipping_address: '4 Gulf Road, Kuwait City',
    address: { instructions: 'Call first' },
  })
  expect(await shop.owner.patch(`/api/orders/${id}`, { address: { phone: '+965 5000 0001' } })).toMatchObject({
    body: { shipping_address: '4 Gulf Road, Kuwait City', address: { phone: '+965 5000 0001' } },
  })
  expect(await makeIn(shop, { address: kuwait, shipping_address: '' })).toMatchObject({ shipping_address: tenTexts[0] })
})

test('a changed address stays in the country of the order, and has no region but its own', async () => {
  const shop = await openScarfShop()
  const change = async (id: string, address: object) =>
    (await shop.owner.patch(`/api/orders/${id}`, { address, notes: 'Ring' })).body
  const { id } = await makeIn(shop, { address: newYork })
  expect(await change(id, { line1: '77 Beacon St', city: 'Boston', region: 'MA', postal_code: '02108' })).toMatchObject(
    {
      destination: { country: 'US', region: 'MA' },
      warnings: [{ code: 'amounts_kept' }],
    },
  )
  expect(await change(id, { line1: '77 Beacon St', city: 'Boston', country: 'US' })).toMatchObject({
    destination: { country: 'US', region: null },
    warnings: [{ code: 'amounts_kept' }, { code: 'address_incomplete', missing: ['region', 'postal_code'] }],
  })
  const { line1, city, postal_code } = riyadh
  const inRiyadh = { line1, city, postal_code, country: 'SA' }
  const given = { address: inRiyadh, destination: { country: 'SA', region: 'Riyadh' } }
  const { id: other } = await makeIn(shop, given)
  expect(await change(other, { ...inRiyadh, line2: 'Floor 2' })).toMatchObject({
    ...given,
    address: { line2: 'Floor 2' },
  })
  expect(await change(other, { ...inRiyadh, line1: '9 King St' })).toMatchObject({
    destination: { country: 'SA', region: null },
  })
  const again = { ...given, notes: 'Ring twice' }
  expect((await shop.owner.patch(`/api/orders/${other}`, again)).body).toMatchObject(given)
})

test('another text has no parts, and another address in parts another text', async () => {
  const shop = await openScarfShop()
  const change = async (id: string, fields: object) => (await shop.owner.patch(`/api/orders/${id}`, fields)).body
  const { id } = await makeIn(shop, { address: kuwait })
  expect(await change(id, { shipping_address: tenTexts[0], notes: 'Ring' })).toMatchObject({ address: kuwait })
  expect(await change(id, { shipping_address: 'At the office' })).toMatchObject({
    address: null,
    shipping_address: 'At the office',
    destination: { country: 'KW', region: 'حولي' },
    warnings: [{ code: 'destination_kept' }],
  })
  expect(await change(id, { address: riyadh })).toMatchObject({ address: riyadh, shipping_address: tenTexts[1] })
  expect(await change(id, { address: null })).toMatchObject({ address: null, shipping_address: tenTexts[1] })
})

test('what an address lacks is said by the name of its parts', async () => {
  const shop = await openScarfShop()
  const lacking = async (address: object) =>
    (await makeIn(shop, { address })).warnings.flatMap((warning) =>
      warning.code === 'address_incomplete' ? warning.missing : [],
    )
  expect(await lacking({ line1: '5 Main St', country: 'US' })).toEqual(['city', 'region', 'postal_code'])
  expect(await lacking({ city: 'Riyadh', country: 'SA' })).toEqual(['line1'])
  expect(await lacking({ line1: 'Block 5', country: 'KW' })).toEqual(['city'])
  // In Kuwait and Bahrain, the area is the town.
  expect(await lacking({ line1: 'Block 5', area: 'Salmiya', country: 'KW' })).toEqual([])
  expect(await lacking({ line1: 'Street 5', city: 'Riyadh' })).toEqual(['country'])
  const { id } = await makeIn(shop, {})
  expect(await shop.owner.patch(`/api/orders/${id}`, { address: { city: 'Berlin', country: 'DE' } })).toMatchObject({
    body: {
      warnings: [{ code: 'amounts_kept' }, { code: 'address_incomplete', missing: ['line1', 'postal_code'] }],
    },
  })
})

test('an address with nothing in it, or with a part that does not exist, is refused', async () => {
  const { buy } = await openScarfShop()
  for (const [address, pointer] of [
    [{}, '/address'],
    [{ city: 'Kuwait City', town: 'Salmiya' }, '/address/town'],
    [{ city: 'Salmiya', country: 'Kuwait' }, '/address/country'],
    [{ city: 'x'.repeat(101) }, '/address/city'],
    [{ location: { lat: 91, lng: 0 } }, '/address/location/lat'],
    [{ location: { lat: 1 } }, '/address/location/lng'],
    ['Salmiya', '/address'],
  ] as const)
    expect(expectProblem(await buy({ address }), 422, 'invalid_input').errors).toMatchObject([
      { pointer: expect.stringMatching(new RegExp(`^${pointer}`)) },
    ])
})

test('the destination follows from the address, and another one is refused', async () => {
  const shop = await openScarfShop()
  const conflicting = { errors: [{ pointer: '/destination/country', code: 'conflicting_fields' }] }
  const elsewhere = await shop.buy({ address: riyadh, destination: { country: 'KW' } })
  expect(expectProblem(elsewhere, 422, 'invalid_input')).toMatchObject(conflicting)
  const region = { country: 'SA', region: 'Riyadh' }
  const inRiyadh = await makeIn(shop, { address: riyadh, destination: region })
  expect(inRiyadh).toMatchObject({ destination: { country: 'SA', region: riyadh.region }, warnings: [] })
  const same = await makeIn(shop, { address: { line1: 'Block 5', area: 'Salmiya' }, destination: { country: 'kw' } })
  expect(same.destination).toEqual({ country: 'KW', region: null })
  expect(same.warnings.map(({ code }) => code)).toEqual(['possible_duplicate'])
  const { id } = await makeIn(shop, { address: riyadh })
  expectProblem(await shop.owner.patch(`/api/orders/${id}`, { destination: { country: 'KW' } }), 422, 'invalid_input')
  expect(
    await shop.owner.patch(`/api/orders/${id}`, { destination: { country: 'sa', region: ' الرياض' } }),
  ).toMatchObject({ status: 200 })
})

describe('an order whose address crosses a border', () => {
  const open = () => openBorderStore((delivery_method_id) => ({ delivery_method_id, address: newYork }))

  const recalculated = [
    { amount: 'tax_amount', from: 1, to: 0.83 },
    { amount: 'total_amount', from: 14, to: 13.83 },
  ]

  test('says first what it will cost, changes nothing, and then costs that', async () => {
    const { owner, store, make, change } = await open()
    const { id } = await make()
    const before = await orderOf(owner, id)
    expect(before).toMatchObject({ tax_amount: 1, total_amount: 14 })
    const would = { address: toronto, destination: { country: 'CA', region: 'ON' }, total_amount: 13.83, recalculated }
    const tried = await change(id, { address: toronto, dry_run: true })
    expect(tried).toMatchObject({ status: 200, body: { ...would, version: 1, updated_at: before.updated_at } })
    expect(tried.headers.get('ETag')).toBe('"v1"')
    expect(await orderOf(owner, id)).toEqual(before)
    expect(await owner.get(`/api/orders/${id}/events`)).toMatchObject({ body: { data: [{ type: 'order.created' }] } })
    expect(await change(id, { address: toronto })).toMatchObject({ status: 200, body: { ...would, version: 2 } })
    expect(await contradictionsOf(store.id)).toEqual({})
  })

  test('is refused where nothing is delivered, in a dry run as well', async () => {
    const { make, change } = await open()
    const { id } = await make()
    for (const dry_run of [true, false]) {
      const quebec = { ...toronto, city: 'Montreal', region: 'QC' }
      expectProblem(await change(id, { address: quebec, dry_run }), 422, 'delivery_method_not_offered')
    }
  })

  test('keeps stated amounts, with a warning', async () => {
    const { make, change } = await open()
    const { id } = await make({ delivery_method_id: undefined, total_amount: 15, shipping_amount: 4, tax_amount: 1 })
    expect(await change(id, { address: toronto })).toMatchObject({
      body: { total_amount: 15, recalculated: [], warnings: [{ code: 'amounts_kept', amounts: ['total_amount'] }] },
    })
  })

  test('can be corrected within its country once the goods are packed, and not at all once they are delivered', async () => {
    const { owner, make, change } = await open()
    const { id } = await make({ address: { ...newYork, region: undefined } })
    for (const action of ['confirm', 'prepare']) await act(owner, id, action)
    expect(await change(id, { address: newYork })).toMatchObject({
      status: 200,
      body: { address: newYork, destination: { country: 'US', region: 'NY' }, total_amount: 14, recalculated: [] },
    })
    expectProblem(await change(id, { address: toronto }), 409, 'invalid_transition')
    const huda = { customer_id: undefined, customer: { name: 'Huda', phone: '+1 212 555 0143' } }
    const text = await make({
      ...huda,
      address: undefined,
      delivery_method_id: undefined,
      shipping_address: '5 Main St',
    })
    for (const action of ['confirm', 'prepare']) await act(owner, text.id, action)
    // It was computed for no destination, and would cost something else there.
    expectProblem(await change(text.id, { address: newYork }), 409, 'invalid_transition')
    for (const action of ['ship', 'deliver']) await act(owner, id, action)
    for (const address of [{ ...newYork, line2: 'Floor 2' }, toronto, null])
      expectProblem(await change(id, { address }), 409, 'invalid_transition')
    expect(await change(id, { address: newYork, notes: 'Left at the door' })).toMatchObject({ status: 200 })
  })

  test('is quoted as it is placed', async () => {
    const { owner, order, make, method } = await open()
    const { customer_id, items } = order()
    const quote = { customer_id, items, address: toronto, delivery_method_id: method.id }
    const { total_amount } = expectBody(await owner.post('/api/orders/quote', quote), 200, Quote)
    expect(await make({ address: toronto })).toMatchObject({ total_amount })
    // What the order would warn of as well.
    const address = { line1: '5 Main St', city: 'San Jose', country: 'US' }
    const incomplete = expectBody(await owner.post('/api/orders/quote', { ...quote, address }), 200, AnsweredQuote)
    const warning = expect.objectContaining({ code: 'address_incomplete', missing: ['region', 'postal_code'] })
    expect(incomplete.warnings).toEqual([warning])
  })
})

test('a customer’s next order goes to their address, in the parts that it had', async () => {
  const shop = await openScarfShop()
  const { owner, order, store } = shop
  await setTax(store, { country_rates: [{ country: 'SA', rate: 15 }] })
  const huda = { name: 'Huda', phone: '+966 50 123 4567' }
  const body = order({ customer_id: undefined, total_amount: undefined, customer: huda, address: riyadh })
  const { customer_id } = expectBody(await owner.post('/api/orders', body), 201, CreatedOrder)
  expect(expectBody(await owner.get(`/api/customers/${customer_id}`), 200, Customer)).toMatchObject({
    address: tenTexts[1],
    addresses: [riyadh],
  })
  const again = { customer_id, items: [shop.line({ quantity: 2 })] }
  const quote = expectBody(await owner.post('/api/orders/quote', again), 200, Quote)
  expect(quote).toMatchObject({ tax_amount: 3 })
  const next = await makeIn(shop, {
    customer_id: undefined,
    total_amount: undefined,
    customer: huda,
    items: again.items,
  })
  expect(next).toMatchObject({
    customer_id,
    address: riyadh,
    shipping_address: tenTexts[1],
    destination: { country: 'SA', region: 'الرياض' },
    total_amount: quote.total_amount,
  })
  const other = await makeIn(shop, { customer_id, shipping_address: 'Her office', items: [shop.line({ quantity: 3 })] })
  expect(other).toMatchObject({ address: null, destination: null })
})

test('orders are found by city, region and country, in any spelling, and by every part', async () => {
  const shop = await openScarfShop()
  for (const address of tenAddresses) await makeIn(shop, { address })
  await makeIn(shop, { shipping_address: 'Somewhere in Riyadh', destination: { country: 'SA', region: 'Riyadh' } })
  const { owner } = shop
  const expected: [Record<string, string>, number[]][] = [
    [{ city: 'الرياض' }, [1002]],
    [{ city: 'riyadh' }, [1002]],
    [{ city: 'ar-Riyad' }, [1002]],
    [{ city: 'Kuwait City' }, [1001]],
    [{ city: 'sao paulo' }, [1010]],
    [{ city: 'Riy' }, []],
    [{ region: 'Riyadh' }, [1011, 1002]],
    [{ region: 'منطقة الرياض' }, [1011, 1002]],
    [{ region: 'Hawalli' }, [1001]],
    [{ region: 'California' }, [1005]],
    [{ region: 'CA' }, [1005]],
    [{ region: 'US-CA' }, [1005]],
    [{ region: 'KW-HA' }, [1001]],
    [{ region: 'Tokyo' }, [1008]],
    [{ country: 'sa' }, [1011, 1002]],
    [{ country: 'SA', city: 'Riyadh' }, [1002]],
    [{ country: 'KW', city: 'Riyadh' }, []],
    [{ city: 'Riyadh', region: 'Riyadh', status: 'pending' }, [1002]],
    [{ city: 'Riyadh', status: 'pending,confirmed', tag: 'gift' }, []],
    [{ city: 'Riyadh', payment_status: 'unpaid' }, [1002]],
    [{ region: 'Riyadh', sort: 'created_at' }, [1002, 1011]],
    [{ region: 'Riyadh', sort: '-total_amount' }, [1011, 1002]],
  ]
  for (const [query, numbers] of expected) {
    expect(await numbersOf(owner, query), JSON.stringify(query)).toEqual(numbers)
    const file = await exported(owner, 'orders', `?${new URLSearchParams({ ...query, sort: 'created_at' }).toString()}`)
    expect(linesOf(file).map(({ number }) => Number(number))).toEqual(numbers.toSorted((a, b) => a - b))
    if (!query['sort'])
      expect(await numbersOf(owner, { ...query, search: 'scarf' }), JSON.stringify(query)).toEqual(numbers)
  }
  for (const part of Object.values(kuwait).filter((value) => typeof value === 'string'))
    if (part !== 'KW') expect(await numbersOf(owner, { search: part }), part).toEqual([1001])
  expect(await numbersOf(owner, { search: 'Somewhere' })).toEqual([1011])
  await owner.patch(`/api/orders/number:1001`, { address: { ...kuwait, area: 'Jabriya' } })
  expect(await numbersOf(owner, { search: 'السالمية' })).toEqual([])
  expect(await numbersOf(owner, { search: 'jabriya' })).toEqual([1001])
})
