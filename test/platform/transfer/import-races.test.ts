import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { Order } from '../../../src/areas/orders/order.ts'
import { act } from '../../areas/orders/acting.ts'
import { contradictionsOf } from '../../areas/orders/contradictions.ts'
import { range } from '../../areas/orders/listing.ts'
import { openScarfShop } from '../../areas/orders/scarf-shop.ts'
import { holding, sessionBehind } from '../../support/locks.ts'
import { watchLog } from '../../support/run/log.ts'
import { database, service } from '../../support/service.ts'
import { client, expectBody, expectProblem } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { csv, send, sent } from './files.ts'

const { DATABASE_URL } = z.object({ DATABASE_URL: z.url() }).parse(env)

const counts = async (storeId: string) => {
  const [row] = await asOwner`select
    (select count(*)::int from orders where store_id = ${storeId}) as orders,
    (select max(number)::int from orders where store_id = ${storeId}) as last,
    (select count(*)::int from customers where store_id = ${storeId}) as customers,
    (select count(*)::int from products where store_id = ${storeId}) as products,
    (select count(*)::int from product_variants where store_id = ${storeId}) as variants,
    (select sum(reserved)::int from inventory where store_id = ${storeId}) as reserved`
  return row
}

afterEach(() => {
  vi.restoreAllMocks()
})

const totals = (reports: readonly { created: number; unchanged: number; updated: number; failed: number }[]) => ({
  created: reports.reduce((sum, { created }) => sum + created, 0),
  unchanged: reports.reduce((sum, { unchanged }) => sum + unchanged, 0),
  updated: reports.reduce((sum, { updated }) => sum + updated, 0),
  failed: reports.reduce((sum, { failed }) => sum + failed, 0),
})

test('a file that is sent six times at once is imported once', async () => {
  const { owner, store } = await openScarfShop({ on_hand: 1000 })
  const orders = csv(
    'external_id,customer_name,customer_phone,sku,quantity,unit_price',
    ...range(1, 40).map((at) => [`S-${at}`, `Buyer ${at % 9}`, `+9656000000${at % 9}`, 'SC-1', 1, 10]),
  )
  const products = csv(
    'external_id,title,price,sku,on_hand',
    ...range(1, 30).map((at) => [`P-${at}`, 'Cap', 5, `CAP-${at}`, 3]),
  )
  const customers = csv('external_id,name', ...range(1, 30).map((at) => [`C-${at}`, `Customer ${at}`]))
  const send = (area: 'orders' | 'products' | 'customers', file: string) =>
    Promise.all(range(1, 6).map(() => sent(owner, area, file)))
  const [o, p, c] = await Promise.all([
    send('orders', orders),
    send('products', products),
    send('customers', customers),
  ])
  expect(totals(o)).toEqual({ created: 40, unchanged: 200, updated: 0, failed: 0 })
  expect(totals(p)).toEqual({ created: 30, unchanged: 150, updated: 0, failed: 0 })
  expect(totals(c)).toEqual({ created: 30, unchanged: 150, updated: 0, failed: 0 })
  expect(await counts(store.id)).toEqual({
    orders: 40,
    last: 1040,
    customers: 1 + 9 + 30,
    products: 31,
    variants: 31,
    reserved: 40,
  })
})

test('an import while customers order causes no duplicate or missing order number, no overselling and no deadlock', async () => {
  const { owner, store, addProduct, customer } = await openScarfShop()
  const caps = await Promise.all(
    range(1, 6).map((at) => addProduct({ title: `Cap ${at}`, variants: [{ sku: `CAP-${at}`, on_hand: 60 }] })),
  )
  const skus = (at: number) => [`CAP-${1 + (at % 6)}`, `CAP-${1 + ((at + 2) % 6)}`]
  // The products are in one order in half of the orders, and in the opposite order in the other half.
  const file = csv(
    'external_id,customer_id,sku,quantity,unit_price',
    ...range(1, 60).flatMap((at) =>
      (at % 2 === 0 ? skus(at) : skus(at).toReversed()).map((sku) => [`S-${at}`, customer.id, sku, 1, 1]),
    ),
  )
  const order = (at: number) =>
    owner.post('/api/orders', {
      customer_id: customer.id,
      total_amount: 2,
      items: [caps[at % 6], caps[(at + 4) % 6]].map((cap) => ({ product_id: cap?.id, quantity: 1, unit_price: 1 })),
    })
  const restock = csv(
    'sku,tracked,price',
    ...range(1, 6)
      .toReversed()
      .map((at) => [`CAP-${at}`, 'true', 2]),
  )
  const { lines } = watchLog()
  const [answers, ...reports] = await Promise.all([
    Promise.all(range(1, 60).map(order)),
    sent(owner, 'orders', file),
    sent(owner, 'products', restock),
  ])
  expect(lines.length).toBeGreaterThan(60)
  // A retry would hide a deadlock.
  expect(lines.filter((line) => line.includes('40P01'))).toEqual([])
  const bought = answers.filter(({ status }) => status === 201).length
  const [imported] = reports
  expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
  const total = bought + (imported?.created ?? 0)
  expect(await counts(store.id)).toMatchObject({ orders: total, last: 1000 + total, reserved: 2 * total })
  expect(total).toBeGreaterThan(100)
})

/** The service on connections that wait for a lock as long as a test holds it, however slow the machine is. */
function patient(tag: string) {
  const url = new URL(DATABASE_URL)
  url.searchParams.set('options', '-c lock_timeout=100s -c statement_timeout=100s')
  url.searchParams.set('application_name', tag)
  return service(undefined, { DATABASE_URL: url.href })
}

test('orders that are placed during an import do not wait for its end, and numbers follow the order of commits', async () => {
  const { owner, store, addProduct, customer, buy } = await openScarfShop()
  const cap = await addProduct({ title: 'Cap', variants: [{ sku: 'CAP-1', on_hand: 100 }] })
  await addProduct({ title: 'Hat', variants: [{ sku: 'HAT-1', on_hand: 100 }] })
  // The import stops at its first cap until five orders of scarves have been placed. How many rows a batch has depends on the time
  // that they take, but the one with the first cap has no scarf.
  const skuOf = (at: number) => (at <= 30 ? 'SC-1' : at <= 45 ? 'HAT-1' : 'CAP-1')
  const rows = range(1, 60).map((at) => [`S-${at}`, customer.id, skuOf(at), 1, 10])
  const stock = asOwner`select set_config('application_name', ${store.id}, true) from inventory
    where store_id = ${store.id} and variant_id = ${cap.variants[0]?.id} for update`
  const isPlaced = `(select count(*) from orders where store_id = '${store.id}' and source = 'api') = 5`
  const [, report, answers] = await Promise.all([
    holding(stock, isPlaced),
    sent(owner, 'orders', csv('external_id,customer_id,sku,quantity,unit_price', ...rows), {
      through: patient(store.id),
    }),
    sessionBehind(store.id).then(() => Promise.all(range(1, 5).map(() => buy()))),
  ])
  expect(report).toMatchObject({ created: 60, failed: 0 })
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  const orders = await asOwner`
    select number::int, source, external_id, updated_at >= lag(updated_at, 1, updated_at) over (order by number) as is_later
      from orders where store_id = ${store.id} order by number`
  expect(orders.map(({ number }) => number)).toEqual(range(1001, 1065))
  expect(orders.slice(50).map(({ source }) => source)).toEqual(range(51, 65).map(() => 'import'))
  expect(orders.flatMap(({ external_id }) => external_id ?? [])).toEqual(range(1, 60).map((at) => `S-${at}`))
  expect(orders.every(({ is_later }) => is_later)).toBe(true)
  expect(await contradictionsOf(store.id)).toEqual({})
})

test('a dry run of orders waits for neither order numbers nor customers, and uses no number', async () => {
  const { owner, store, customer, buy } = await openScarfShop()
  expect((await buy()).status).toBe(201)
  const rows = range(1, 30).map((at) => [`S-${at}`, customer.id, 'SC-1', 1, 10, at % 2 === 0 ? 'completed' : 'pending'])
  const file = csv('external_id,customer_id,sku,quantity,unit_price,status', ...rows)
  const locks = asOwner`
    select from store_counters s join customers c using (store_id) where store_id = ${store.id} for update of s for no key update of c`
  const [, report] = await Promise.all([
    holding(locks, `exists (select from customers where store_id = '${store.id}' and name = 'Signal')`),
    sent(owner, 'orders', file, { query: '?dry_run=true', through: patient(store.id) }).finally(() =>
      owner.post('/api/customers', { name: 'Signal' }),
    ),
  ])
  expect(report).toMatchObject({ created: 30, failed: 0 })
  expect(expectBody(await buy(), 201, Order)).toMatchObject({ number: 1002 })
  expect(await counts(store.id)).toMatchObject({ orders: 2, last: 1002, reserved: 2 })
})

test('orders that are placed during a dry run do not wait for its end', async () => {
  const { owner, store, addProduct, customer, buy } = await openScarfShop()
  const cap = await addProduct({ title: 'Cap', variants: [{ sku: 'CAP-1', on_hand: 100 }] })
  const rows = range(1, 60).map((at) => [`S-${at}`, customer.id, at % 2 === 0 ? 'SC-1' : 'CAP-1', 1, 10])
  // The dry run stops at its second cap, after a scarf, until five other orders of scarves have been placed.
  const stock = asOwner`select set_config('application_name', ${store.id}, true) from inventory
    where store_id = ${store.id} and variant_id = ${cap.variants[0]?.id} for update`
  const [, report, answers] = await Promise.all([
    holding(stock, `(select count(*) from orders where store_id = '${store.id}') = 5`),
    sent(owner, 'orders', csv('external_id,customer_id,sku,quantity,unit_price', ...rows.slice(1)), {
      query: '?dry_run=true',
      through: patient(store.id),
    }),
    sessionBehind(store.id).then(() => Promise.all(range(1, 5).map(() => buy()))),
  ])
  expect(report).toMatchObject({ created: 59, failed: 0 })
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  expect(await counts(store.id)).toMatchObject({ orders: 5, last: 1005, reserved: 5 })
  expect(await contradictionsOf(store.id)).toEqual({})
})

test('nor those that are placed during a dry run of products, which answers what the import does', async () => {
  const { owner, store, addProduct, buy } = await openScarfShop()
  const cap = await addProduct({ title: 'Cap', variants: [{ sku: 'CAP-1', on_hand: 100 }] })
  const file = csv(
    'sku,on_hand,low_stock_threshold,price',
    ['SC-1', 50, 7, 12],
    ...range(1, 20).map((at) => [`CAP-${at}`, 3, 1, 5]),
  )
  const query = '?update_stock=true&match=sku'
  const stock = asOwner`select set_config('application_name', ${store.id}, true) from inventory
    where store_id = ${store.id} and variant_id = ${cap.variants[0]?.id} for update`
  const [, dry, answers] = await Promise.all([
    holding(stock, `(select count(*) from orders where store_id = '${store.id}') = 5`),
    sent(owner, 'products', file, { query: `${query}&dry_run=true`, through: patient(store.id) }),
    sessionBehind(store.id).then(() => Promise.all(range(1, 5).map(() => buy()))),
  ])
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  const before =
    await asOwner`select on_hand, low_stock_threshold from inventory where store_id = ${store.id} order by variant_id`
  expect(before).toEqual([100, 100].map((on_hand) => ({ on_hand: String(on_hand), low_stock_threshold: null })))
  const real = await sent(owner, 'products', file, { query })
  const outcomes = ({ rows }: typeof real) => rows.map(({ status, errors, warnings }) => [status, errors, warnings])
  expect(outcomes(dry)).toEqual(outcomes(real))
  expect(dry).toMatchObject({ updated: 2, failed: 19 })
})

test('a dry run whose stock shoppers buy up meanwhile counts it as used up', async () => {
  const { owner, store, addProduct, customer, buy } = await openScarfShop({ on_hand: 5 })
  const cap = await addProduct({ title: 'Cap', variants: [{ sku: 'CAP-1', on_hand: 100 }] })
  const rows = ['SC-1', 'SC-1', 'CAP-1', 'SC-1', 'SC-1'].map((sku, at) => [`S-${at}`, customer.id, sku, 2, 10])
  const stock = asOwner`select set_config('application_name', ${store.id}, true) from inventory
    where store_id = ${store.id} and variant_id = ${cap.variants[0]?.id} for update`
  const [, report] = await Promise.all([
    holding(stock, `(select count(*) from orders where store_id = '${store.id}') = 4`),
    sent(owner, 'orders', csv('external_id,customer_id,sku,quantity,unit_price', ...rows), {
      query: '?dry_run=true',
      through: patient(store.id),
    }),
    sessionBehind(store.id).then(() => Promise.all(range(1, 4).map(() => buy()))),
  ])
  expect(report.rows.map(({ errors: [error] }) => error?.code ?? 'ok')).toEqual([
    'ok',
    'ok',
    'ok',
    'insufficient_stock',
    'insufficient_stock',
  ])
})

test('an import that was interrupted goes on where it stopped when it is sent again with its key', async () => {
  const { owner, store, addProduct, customer } = await openScarfShop()
  const cap = await addProduct({ title: 'Cap', variants: [{ sku: 'CAP-1', on_hand: 100 }] })
  const rows = range(1, 60).map((at) => [`S-${at}`, customer.id, at <= 40 ? 'SC-1' : 'CAP-1', 1, 10])
  const file = csv('external_id,customer_id,sku,quantity,unit_price', ...rows)
  const headers = { 'Idempotency-Key': crypto.randomUUID() }
  const tag = `interrupted-${store.id}`
  const through = patient(tag)
  // The import stops at its first cap, in the third batch, and its session ends there.
  const stock = asOwner`select set_config('application_name', ${tag}, true) from inventory
    where store_id = ${store.id} and variant_id = ${cap.variants[0]?.id} for update`
  const isEnded = `exists (select from customers where store_id = '${store.id}' and name = 'Signal')`
  const [, report] = await Promise.all([
    holding(stock, isEnded),
    send(owner, 'orders', file, { headers, through }),
    sessionBehind(tag, { end: true }).then(() => owner.post('/api/customers', { name: 'Signal' })),
  ])
  const again = await send(owner, 'orders', file, { headers, through })
  expect([report.status, again.status]).toEqual([200, 200])
  expect(again.body).toMatchObject({ created: 60, unchanged: 0, failed: 0 })
  expect(again.body).toEqual(report.body)
  expect(again.headers.get('Idempotent-Replayed')).toBe('true')
  expect(report.headers.get('Idempotent-Replayed')).toBe(null)
  // More if the first batches took longer than one statement may.
  expect((await database(tag).seen()).requests).toBeGreaterThanOrEqual(2 + 1)
  expect(await counts(store.id)).toMatchObject({ orders: 60, last: 1060, reserved: 60 })
})

test('a customer who is added while their orders are imported is created once', async () => {
  const { owner, store } = await openScarfShop({ on_hand: 500 })
  const file = csv(
    'external_id,customer_name,customer_phone,sku,quantity,unit_price',
    ...range(1, 50).map((at) => [`S-${at}`, `Buyer ${at}`, `+965600000${at + 10}`, 'SC-1', 1, 10]),
  )
  const [report, ...answers] = await Promise.all([
    sent(owner, 'orders', file),
    ...range(1, 50)
      .toReversed()
      .map((at) => owner.post('/api/customers', { name: `Buyer ${at}`, phone: `+965600000${at + 10}` })),
  ])
  expect(report).toMatchObject({ created: 50, failed: 0 })
  for (const { status } of answers) expect([201, 409]).toContain(status)
  expect(await counts(store.id)).toMatchObject({ orders: 50, customers: 51 })
})

test('an import that times out changes nothing and suggests splitting the file', async () => {
  const { owner, store } = await openScarfShop()
  const tag = `slow-import-${store.id}`
  await database(tag).disturb({ down: true })
  const file = csv('external_id,customer_name,customer_phone,sku,quantity,unit_price', [
    'S-1',
    'Nour',
    '1',
    'SC-1',
    1,
    10,
  ])
  const { detail } = expectProblem(
    await send(owner, 'orders', file, { through: service(tag) }),
    503,
    'database_unavailable',
  )
  expect(detail).toContain('split the file')
  expect(await counts(store.id)).toMatchObject({ orders: 0, customers: 1 })
})

test('importing past orders while staff work on other orders of the same and of other customers causes no deadlock', async () => {
  const { owner, store, addCustomer, order } = await openScarfShop({ on_hand: 500 })
  const customers = await Promise.all(range(1, 20).map((nth) => addCustomer({ name: `Buyer ${nth}` })))
  const orders = await Promise.all(
    customers.map(async ({ id }) =>
      expectBody(await owner.post('/api/orders', order({ customer_id: id })), 201, Order),
    ),
  )
  // Half of them were placed some time ago, and the others now, when the staff work.
  const file = (name: string, from: number) =>
    csv(
      'external_id,customer_id,created_at,status,payment_status,sku,quantity,unit_price',
      ...range(1, 60).map((at) => [
        `${name}-${at}`,
        customers[at % 10]?.id,
        new Date(at > 30 ? Date.now() : from + at * 1000).toISOString(),
        'completed',
        'paid',
        'SC-1',
        1,
        10,
      ]),
    )
  // Staff have a tag of their own, because an import on a busy machine may take several requests.
  const tag = `staff-${store.id}`
  const through = client(owner.token, service(tag))
  const working = async (order: z.output<typeof Order>) => {
    for (let turn = 0; turn < 6; turn++) {
      await act(through, order.id, 'payments', { amount: 2 })
      await act(through, order.id, 'refunds', { amount: 1, due_again: true })
    }
  }
  const startOfDay = new Date().setUTCHours(0, 0, 0, 0)
  const [older, newer] = await Promise.all([
    sent(owner, 'orders', file('OLD', Date.UTC(2020, 0))),
    sent(owner, 'orders', file('NEW', startOfDay)),
    ...orders.toReversed().map(working),
  ])
  expect([older, newer]).toMatchObject([{ created: 60 }, { created: 60 }])
  expect(await contradictionsOf(store.id)).toEqual({})
  // One request each: no transaction was retried after a deadlock.
  const { requests } = await database(tag).seen()
  expect(requests).toBe(orders.length * 12)
})
