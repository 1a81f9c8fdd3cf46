import { expect, test } from 'vitest'
import {
  act,
  all,
  attempt,
  createOrder,
  download,
  exportOrders,
  getOrder,
  ifMatch,
  lines,
  listOrderEvents,
  listOrders,
  noteOrder,
  readIfChanged,
} from '../../clients/typescript/src/index.ts'
import { openShopWithClient } from './typescript.ts'

test('takes actions by name, whichever the order allows', async () => {
  const { client, body, keys } = await openShopWithClient()
  const order = await createOrder({ client, body })
  const path = { order_id: order.id }
  expect(await act('confirm', { client, path, headers: ifMatch(order) })).toMatchObject({ status: 'confirmed' })
  const shipped = await act('ship', { client, path, body: { items: [{ position: 1 }], carrier: 'Aramex' } })
  expect(shipped.shipments).toMatchObject([{ carrier: 'Aramex' }])
  for (const action of shipped.allowed_actions.filter((name) => name === 'deliver'))
    expect(await act(action, { client, path })).toMatchObject({ fulfillment_status: 'delivered' })
  expect(new Set(keys()).size).toBe(4)

  const again = await attempt(act('cancel', { client, path }))
  if (again.ok) throw new Error('expected a refusal')
  expect(again.error.code).toBe('invalid_transition')
})

test('an event says what belongs to its type', async () => {
  const { client, body } = await openShopWithClient()
  const { id } = await createOrder({ client, body })
  await act('payments', { client, path: { order_id: id }, body: { amount: 4, method: 'cash' } })
  const { data } = await listOrderEvents({ client, path: { order_id: id } })
  const texts = data.map((event) => {
    switch (event.type) {
      case 'order.created':
        return `#${event.data.number} of ${event.data.total_amount}`
      case 'order.paid':
        return `${event.data.amount} in ${event.data.method}`
      default:
        return event.type
    }
  })
  expect(texts).toEqual(['4 in cash', '#1001 of 10'])
})

test('reads an order again only if it has changed', async () => {
  const { client, body } = await openShopWithClient()
  const { id } = await createOrder({ client, body })
  const options = { client, path: { order_id: id } }
  const first = await readIfChanged(getOrder, options)
  if (!first.isChanged) throw new Error('expected the order')
  expect(first.data.id).toBe(id)
  expect(await readIfChanged(getOrder, options, first.etag)).toEqual({ isChanged: false, etag: first.etag })

  await act('confirm', options)
  const second = await readIfChanged(getOrder, options, first.etag)
  if (!second.isChanged) throw new Error('expected the changed order')
  expect(second.data.status).toBe('confirmed')
  expect(second.etag).not.toBe(first.etag)
})

test('reads a list again only if it has changed, and tells refusals apart', async () => {
  const { client, body } = await openShopWithClient()
  const { etag } = await readIfChanged(listOrders, { client })
  expect(await readIfChanged(listOrders, { client }, etag)).toMatchObject({ isChanged: false })
  await createOrder({ client, body })
  expect(await readIfChanged(listOrders, { client }, etag)).toMatchObject({
    isChanged: true,
    data: { meta: { total: 1 } },
  })
  const path = { order_id: '0199a1b2-0000-7000-8000-000000000001' }
  const missing = await attempt(readIfChanged(getOrder, { client, path }, etag))
  expect(missing).toMatchObject({ ok: false, error: { code: 'not_found' } })
})

test('goes through a list with only some fields', async () => {
  const { client, body } = await openShopWithClient()
  for (let i = 0; i < 3; i++) await createOrder({ client, body })
  const found: unknown[] = []
  for await (const order of all(listOrders, { client, query: { limit: 2 } }, ['number', 'status'])) found.push(order)
  expect(found).toEqual([1003, 1002, 1001].map((number) => ({ number, status: 'pending' })))
})

test('downloads an export as it arrives', async () => {
  const { client, body } = await openShopWithClient()
  for (let i = 0; i < 3; i++) await createOrder({ client, body })
  const csv = await new Response(await download(exportOrders, { client, query: { format: 'csv' } })).text()
  expect(csv).toBe(await exportOrders({ client, query: { format: 'csv' } }))

  const numbers = new Set<unknown>()
  for await (const line of lines(await download(exportOrders, { client, query: { format: 'jsonl' } })))
    numbers.add(Object(JSON.parse(line)).number)
  expect(numbers).toEqual(new Set([1001, 1002, 1003]))
})

test('stops a download that nobody reads to the end', async () => {
  const chunk = Uint8Array.from(new TextEncoder().encode('one\ntwo\nthr'))
  let isCancelled = false
  const endless = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => controller.enqueue(chunk),
    cancel: () => {
      isCancelled = true
    },
  })
  const read: string[] = []
  for await (const line of lines(endless)) if (read.push(line) === 4) break
  expect(read).toEqual(['one', 'two', 'throne', 'two'])
  expect(isCancelled).toBe(true)
})

test('a refused download is told apart like any other call', async () => {
  const { client } = await openShopWithClient()
  const query = { created_from: 'yesterday' }
  const refused = await attempt(download(exportOrders, { client, query }))
  expect(refused).toMatchObject({ ok: false, error: { code: 'invalid_input' } })
})

test('keeps a note that was sent twice with the same key once', async () => {
  const { client, body } = await openShopWithClient()
  const { id } = await createOrder({ client, body })
  const options = {
    client,
    path: { order_id: id },
    body: { body: 'Call first' },
    headers: { 'Idempotency-Key': 'note-1' },
  }
  await act('notes', options)
  await noteOrder(options)
  const { data } = await listOrderEvents({ client, path: { order_id: id } })
  expect(data.filter(({ type }) => type === 'order.noted')).toHaveLength(1)
})
