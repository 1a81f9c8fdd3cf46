import { expect, test } from 'vitest'
import { expectBody, expectProblem } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { listOrders } from '../../../src/areas/orders/list-orders.ts'
import { list, numbersOf, pathOf, walk } from './listing.ts'
import { openScarfShop } from './scarf-shop.ts'

/** Ten days after an order was placed, if it is one of those. */
const at = (index: number, those: readonly number[]) =>
  those.includes(index) ? `2026-05-0${index + 1}T12:00:00Z`.replace('-05-0', '-05-1') : null

/** Six orders in different states, 1001 to 1006, one on each of the first six days of May. */
async function openWithHistory() {
  const shop = await openScarfShop()
  const basma = await shop.addCustomer({ name: 'Basma' })
  const states = [
    ['pending', 'unpaid', 'unfulfilled', 'direct', 'Amal'],
    ['confirmed', 'unpaid', 'preparing', 'whatsapp', 'Basma'],
    ['confirmed', 'partially_paid', 'shipped', 'whatsapp', 'Amal'],
    ['completed', 'paid', 'delivered', 'direct', 'Basma'],
    ['completed', 'refunded', 'returned', 'pos', 'Amal'],
    ['cancelled', 'unpaid', 'unfulfilled', 'direct', 'Amal'],
  ] as const
  for (const [index, [status, payment, fulfillment, platform, name]] of states.entries()) {
    const customer_id = name === 'Basma' ? basma.id : shop.customer.id
    const { id } = await shop.bought({ customer_id, platform })
    await asOwner`update orders set status = ${status}, payment_status = ${payment}, fulfillment_status = ${fulfillment},
      created_at = ${`2026-05-0${index + 1}T12:00:00Z`}, updated_at = ${`2026-06-0${((index * 5) % 6) + 1}T12:00:00Z`},
      hold_reason = ${status === 'pending' ? 'call_later' : null}, payment_method = ${index % 2 ? 'cod' : 'Bank'},
      tags = ${index > 3 ? ['late', 'gift'] : ['gift']}::text[],
      confirmed_at = ${at(index, [1, 2, 3, 4])}, paid_at = ${at(index, [3, 4])}, shipped_at = ${at(index, [2, 3, 4])},
      delivered_at = ${at(index, [3, 4])}, cancelled_at = ${at(index, [5])},
      total_minor = ${1000 + ((index * 3) % 7) * 50}, adjustment_minor = ${1000 + ((index * 3) % 7) * 50} - subtotal_minor
      where store_id = ${shop.store.id} and id = ${id}`
  }
  return { ...shop, basma }
}

test('filters by status, platform, customer and time, separately and combined', async () => {
  const { owner, basma } = await openWithHistory()
  const expected: [Record<string, string>, number[]][] = [
    [{}, [1006, 1005, 1004, 1003, 1002, 1001]],
    [{ status: 'confirmed' }, [1003, 1002]],
    [{ payment_status: 'unpaid' }, [1006, 1002, 1001]],
    [{ fulfillment_status: 'delivered' }, [1004]],
    [{ fulfillment_status: 'partially_shipped' }, []],
    [{ platform: 'whatsapp' }, [1003, 1002]],
    [{ customer_id: basma.id }, [1004, 1002]],
    [{ customer_id: basma.id.toUpperCase() }, [1004, 1002]],
    [{ status: 'confirmed', payment_status: 'unpaid' }, [1002]],
    [{ status: 'confirmed', customer_id: basma.id, platform: 'direct' }, []],
    [{ status: 'completed', sort: 'created_at' }, [1004, 1005]],
    [{ sort: 'created_at', platform: 'direct' }, [1001, 1004, 1006]],
    [{ created_from: '2026-05-03T12:00:00Z' }, [1006, 1005, 1004, 1003]],
    [{ created_from: '2026-05-03T12:00:00.001Z' }, [1006, 1005, 1004]],
    [{ created_to: '2026-05-03T12:00:00Z' }, [1002, 1001]],
    [{ created_to: '2026-05-03T12:00:00.001Z' }, [1003, 1002, 1001]],
    [{ created_from: '2026-05-02', created_to: '2026-05-04' }, [1004, 1003, 1002]],
    [{ created_from: '2026-05-03', created_to: '2026-05-03' }, [1003]],
    [{ created_from: '2026-05-03T15:00:00+03:00', created_to: '2026-05-04T12:30:00+01:00' }, [1003]],
    [{ status: 'pending,completed' }, [1005, 1004, 1001]],
    [{ status: 'completed,pending,completed' }, [1005, 1004, 1001]],
    [{ status: 'pending,completed', sort: 'created_at' }, [1001, 1004, 1005]],
    [{ status: 'pending,completed', created_from: '2026-05-04' }, [1005, 1004]],
    [{ status: 'pending,completed', customer_id: basma.id }, [1004]],
    [{ payment_status: 'paid,refunded' }, [1005, 1004]],
    [{ payment_status: 'paid,unpaid', status: 'completed,cancelled' }, [1006, 1004]],
    [{ fulfillment_status: 'preparing,shipped' }, [1003, 1002]],
    [{ hold_reason: 'call_later,no_answer' }, [1001]],
    [{ hold_reason: 'no_answer' }, []],
    [{ cancel_reason: 'refused' }, []],
    [{ cancel_reason: 'none,refused', status: 'cancelled,pending' }, [1006, 1001]],
    [{ payment_method: 'Bank' }, [1005, 1003, 1001]],
    [{ payment_method: 'bank' }, []],
    [{ payment_kind: 'bank_transfer' }, [1005, 1003, 1001]],
    [{ payment_kind: 'bank_transfer,cash_on_delivery', status: 'confirmed' }, [1003, 1002]],
    [{ hold_reason: 'none' }, [1006, 1005, 1004, 1003, 1002]],
    [{ hold_reason: 'none,call_later', platform: 'direct' }, [1006, 1004, 1001]],
    [{ hold_reason: 'none', status: 'confirmed', payment_status: 'unpaid' }, [1002]],
    // Ten days after they were placed.
    [{ confirmed_from: '2026-05-13' }, [1005, 1004, 1003]],
    [{ confirmed_to: '2026-05-13' }, [1003, 1002]],
    [{ paid_from: '2026-05-01' }, [1005, 1004]],
    [{ paid_to: '2026-05-14T12:00:00Z' }, []],
    [{ paid_to: '2026-05-14T12:00:00.001Z' }, [1004]],
    [{ shipped_from: '2026-05-14', shipped_to: '2026-05-14' }, [1004]],
    [{ shipped_from: '2026-05-14', created_to: '2026-05-04' }, [1004]],
    [{ shipped_from: '2026-05-13', created_from: '2026-05-04', paid_to: '2026-05-14' }, [1004]],
    [{ delivered_to: '2026-05-14' }, [1004]],
    [{ delivered_from: '2026-05-15', status: 'completed' }, [1005]],
    [{ cancelled_from: '2026-05-16' }, [1006]],
    [{ cancelled_to: '2026-05-15' }, []],
    [{ has_due: 'true' }, [1005, 1004, 1003, 1002, 1001]],
    [{ has_due: 'false' }, [1006]],
    [{ has_due: 'true', status: 'completed' }, [1005, 1004]],
    [{ has_due: 'false', tag: 'late' }, [1006]],
    [{ tag: 'late' }, [1006, 1005]],
    [{ tag: 'gift', status: 'completed' }, [1005, 1004]],
    [{ tag: 'gif' }, []],
    // The totals are 10, 11.5, 13, 11, 12.5 and 10.5.
    [{ total_from: '11.5' }, [1005, 1003, 1002]],
    [{ total_to: '11' }, [1006, 1004, 1001]],
    [{ total_from: '10.001', total_to: '10.5' }, [1006]],
    [{ total_from: '11', total_to: '12', status: 'completed,confirmed' }, [1004, 1002]],
    [{ waiting_since: '2026-05-01T12:00:00.001Z' }, [1001]],
    [{ waiting_since: '2026-05-01' }, [1001]],
    [{ waiting_since: '2026-04-30' }, []],
    [{ waiting_since: '2026-05-01T14:00:00+02:00' }, []],
    [{ waiting_since: '2026-07-01T00:00:00Z', status: 'confirmed,pending', tag: 'gift' }, [1001]],
  ]
  for (const [filter, numbers] of expected)
    for (const search of [{}, { search: 'scarf' }]) {
      const query = { ...filter, ...search }
      const found = await list(owner, query)
      expect(found.numbers, JSON.stringify(query)).toEqual(numbers)
      expect(found.meta, JSON.stringify(query)).toMatchObject({ total: numbers.length, has_more: false })
      if (numbers.length > 1) {
        const second = await list(owner, { ...query, limit: 1, page: 2 })
        expect(second.numbers, JSON.stringify(query)).toEqual(numbers.slice(1, 2))
        expect(second.meta).toMatchObject({ total: numbers.length, has_more: numbers.length > 2 })
      }
    }
})

test('takes several statuses as repeated parameters too', async () => {
  const { owner } = await openWithHistory()
  for (const query of ['status=pending&status=completed', 'status=completed&status=pending,pending']) {
    const { data, meta } = expectBody(await owner.get(`/api/orders?${query}&limit=2`), 200, listOrders.output)
    expect(data.map(({ number }) => number)).toEqual([1005, 1004])
    // The cursor belongs to the filter, however it is written.
    const next = await list(owner, { status: 'pending,completed', cursor: meta.next_cursor ?? '' })
    expect(next.numbers).toEqual([1001])
  }
})

test('sorts by number, total and the last change, in both directions and with cursors', async () => {
  const { owner } = await openWithHistory()
  const sorted = {
    number: [1001, 1002, 1003, 1004, 1005, 1006],
    total_amount: [1001, 1006, 1004, 1002, 1005, 1003],
    updated_at: [1001, 1006, 1005, 1004, 1003, 1002],
  }
  for (const [sort, numbers] of Object.entries(sorted))
    for (const filter of [
      {},
      { tag: 'gift' },
      { status: 'pending,confirmed,completed,cancelled' },
      { status: 'confirmed' },
    ])
      for (const [query, all] of [
        [{ sort, ...filter }, numbers],
        [{ sort: `-${sort}`, ...filter }, numbers.toReversed()],
      ] as const) {
        const expected =
          'status' in filter && filter.status === 'confirmed' ? all.filter((n) => n === 1002 || n === 1003) : all
        expect(await numbersOf(owner, query), JSON.stringify(query)).toEqual(expected)
        const ids = await walk(owner, { ...query, limit: 1 })
        const { data } = await list(owner, query)
        expect(ids, JSON.stringify(query)).toEqual(data.map(({ id }) => id))
        expect(await numbersOf(owner, { ...query, limit: 1, page: 2 })).toEqual(expected.slice(1, 2))
      }
})

test('a cursor of one order is refused by another, and so is a forged one', async () => {
  const { owner } = await openWithHistory()
  const { meta } = await list(owner, { sort: '-total_amount', limit: 2 })
  const cursor = meta.next_cursor ?? ''
  const [, id, fingerprint] = atob(cursor).split('.')
  const forged = ['', 'MSBvciAx', 'abc', btoa('1e5'), btoa('NaN'), btoa('1; select 1')].map((value) =>
    btoa(`${value}.${id}.${fingerprint}`).replaceAll('=', ''),
  )
  for (const [sort, wrong] of [
    ['total_amount', cursor],
    ['-number', cursor],
    ['-created_at', cursor],
    ...forged.map((one) => ['-total_amount', one] as const),
  ] as const) {
    const problem = expectProblem(await owner.get(pathOf({ sort, cursor: wrong })), 422, 'invalid_input')
    expect(problem.errors, wrong).toMatchObject([{ pointer: '/cursor', code: 'invalid_cursor' }])
  }
})

test('several stores are merged in the requested order, and other stores stay out', async () => {
  const [first, second, stranger] = [await openWithHistory(), await openWithHistory(), await openWithHistory()]
  await second.join(first.owner.subject, 'viewer')
  for (const sort of ['number', '-total_amount', 'updated_at', '-created_at']) {
    const { data } = await list(first.owner, { sort, tag: 'gift' })
    expect(data).toHaveLength(12)
    expect(new Set(data.map(({ store_id }) => store_id))).toEqual(new Set([first.store.id, second.store.id]))
    expect(await walk(first.owner, { sort, tag: 'gift', limit: 5 })).toEqual(data.map(({ id }) => id))
    const values = data.map(({ number, total_amount, updated_at, created_at }) =>
      sort === 'number'
        ? number
        : sort === '-total_amount'
          ? -total_amount
          : sort === 'updated_at'
            ? Date.parse(updated_at)
            : -Date.parse(created_at),
    )
    expect(values).toEqual(values.toSorted((a, b) => a - b))
  }
  expect(await numbersOf(stranger.owner, { sort: 'number' })).toHaveLength(6)
})

test('finds the orders that have a variant, whatever else they have', async () => {
  const shop = await openScarfShop()
  const shawl = await shop.addProduct({
    title: 'Shawl',
    price: 10,
    options: [{ name: 'Colour' }],
    variants: ['Red', 'Blue'].map((Colour) => ({ sku: `SH-${Colour}`, on_hand: 9, options: { Colour } })),
  })
  const [red, blue] = shawl.variants
  if (!red || !blue) throw new Error('the shawl has no variants')
  const shawlOf = (variant_id: string) => shop.line({ product_id: shawl.id, variant_id })
  await shop.bought()
  await shop.bought({ items: [shawlOf(red.id)] })
  await shop.bought({ items: [shop.line(), shawlOf(blue.id), shawlOf(red.id)], total_amount: 30 })
  const found = (query: Record<string, string>) => numbersOf(shop.owner, query)
  expect(await found({ variant_id: red.id })).toEqual([1003, 1002])
  expect(await found({ variant_id: blue.id.toUpperCase() })).toEqual([1003])
  expect(await found({ variant_id: red.id, search: 'scarf' })).toEqual([1003])
  expect(await found({ variant_id: red.id, status: 'confirmed' })).toEqual([])
  const other = await openScarfShop()
  const [elsewhere] = other.scarf.variants
  const problem = expectProblem(
    await shop.owner.get(pathOf({ variant_id: elsewhere?.id ?? '' })),
    422,
    'unknown_variant',
  )
  expect(problem.errors).toMatchObject([{ pointer: '/variant_id' }])
})

test('every filter of orders has a case here', () => {
  const paging = ['page', 'limit', 'cursor', 'search']
  const tried = [
    'status',
    'payment_status',
    'fulfillment_status',
    'hold_reason',
    'cancel_reason',
    'has_due',
    'platform',
    'payment_kind',
    'payment_method',
    'tag',
    // addresses.test.ts
    'city',
    'region',
    'country',
    'customer_id',
    'variant_id',
    'external_id',
    'total_from',
    'total_to',
    ...['confirmed', 'paid', 'shipped', 'delivered', 'cancelled'].flatMap((done) => [`${done}_from`, `${done}_to`]),
    'waiting_since',
    'created_from',
    'created_to',
    'sort',
  ]
  expect(Object.keys(listOrders.input.shape).toSorted()).toEqual([...paging, ...tried].toSorted())
})

test('rejects unknown statuses and invalid times', async () => {
  const { owner } = await openScarfShop()
  for (const query of [
    { status: 'paid' },
    { status: '' },
    { status: 'PENDING' },
    { payment_status: 'pending' },
    { fulfillment_status: 'lost' },
    { platform: 'WhatsApp' },
    { customer_id: 'amal' },
    { created_from: 'yesterday' },
    { created_from: '2026-02-30' },
    { created_to: '2026-05-01T12:00:00' },
    { created_to: '1767225600' },
    { created_from: '0000-01-01' },
    { created_to: '9999-12-31T23:59:59-23:59' },
    { created_to: '10000-01-01' },
    { created_from: '0024-03-04' },
    { sort: 'total' },
    { sort: 'number', search: 'scarf' },
    { status: 'pending,paid' },
    { status: 'pending,' },
    { payment_status: ',' },
    { hold_reason: 'tired' },
    { has_due: 'some' },
    { tag: '' },
    { payment_method: '' },
    { payment_kind: 'cheque' },
    { total_from: 'ten' },
    { total_from: -1 },
    { total_to: '1e400' },
    { waiting_since: 'monday' },
    { search: 'x'.repeat(201) },
    { search: 'a\0b' },
  ]) {
    const problem = expectProblem(await owner.get(pathOf(query)), 422, 'invalid_input')
    expect(problem.errors).toMatchObject([{ pointer: `/${Object.keys(query)[0]}` }])
  }
})

test('an empty search is ignored', async () => {
  const { owner } = await openWithHistory()
  for (const search of ['', '   '])
    expect(await numbersOf(owner, { search, status: 'completed' })).toEqual([1005, 1004])
})
