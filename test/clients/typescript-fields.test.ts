import { expect, expectTypeOf, test } from 'vitest'
import {
  act,
  all,
  type Client,
  createOrder,
  type FeedEvent,
  getMessage,
  getOrder,
  listEvents,
  listOrders,
  type ListOrdersData,
  listWebhooks,
  type Order,
  type OrderList,
  type OrderWithIncluded,
  type PageMeta,
  readIfChanged,
  updateOrder,
} from '../../clients/typescript/src/index.ts'
import { openShopWithClient } from './typescript.ts'

test('takes names of fields as a text or an array, in a list, a read and an action', async () => {
  const { client, body } = await openShopWithClient()
  const { id } = await createOrder({ client, body })
  const path = { order_id: id }
  const found: unknown[] = []
  found.push((await listOrders({ client, query: { fields: ['number', 'status'] } })).data[0])
  found.push(await getOrder({ client, path, query: { fields: 'number,status' } }))
  const read = await readIfChanged(getOrder, { client, path, query: { fields: ['number', 'status'] } })
  found.push(read.isChanged && read.data)
  for await (const order of all(listOrders, { client, query: { fields: ['number', 'status'] } })) found.push(order)
  expect(found).toEqual(Array.from({ length: 4 }, () => ({ number: 1001, status: 'pending' })))

  const query = { fields: ['status'], include: ['actions'] } as const
  const confirmed = await act('confirm', { client, path, query })
  expect(Object.keys(confirmed).toSorted()).toEqual(['actions', 'status'])
  const rest = await getOrder({ client, path, query: { fields: ['-items', '-shipments'] } })
  expect(rest).toMatchObject({ number: 1001, status: 'confirmed' })
  expect(Object.keys(rest)).not.toContain('items')
})

// The rest is checked by tsc. The functions are never called.
declare const client: Client
const path = { order_id: '' }
type Some = Pick<Order, 'number' | 'status'>

test('a result has exactly the fields that are asked for', () => {
  const text = () => listOrders({ client, query: { fields: 'number,status' } })
  expectTypeOf(text).returns.resolves.toEqualTypeOf<{ data: Some[]; meta: PageMeta }>()
  const names = ['number', 'status'] as const
  expectTypeOf(() => listOrders({ client, query: { fields: names } })).returns.resolves.toEqualTypeOf<{
    data: Some[]
    meta: PageMeta
  }>()
  expectTypeOf(() => listOrders({ client, query: { limit: 1 } })).returns.resolves.toEqualTypeOf<OrderList>()
  const pages = () => all(listOrders, { client, query: { fields: ['number', 'status'] } })
  expectTypeOf(pages).returns.toEqualTypeOf<AsyncGenerator<Some, void, undefined>>()
  // A resource with a field data is no list.
  const ofMessage = { conversation_id: '', message_id: '' }
  expectTypeOf(() =>
    getMessage({ client, path: ofMessage, query: { fields: 'data' } }),
  ).returns.resolves.toHaveProperty('data')
  // What include adds elsewhere is a field of its own here.
  expectTypeOf(() => listWebhooks({ client, query: { fields: 'events' } })).returns.resolves.toHaveProperty('data')
})

test('with a minus, a result has all other fields', () => {
  const rest = () => listOrders({ client, query: { fields: '-items,-shipments' } })
  expectTypeOf(rest).returns.resolves.toEqualTypeOf<{ data: Omit<Order, 'items' | 'shipments'>[]; meta: PageMeta }>()
})

test('included parts stay, whatever the fields', () => {
  type Included = Omit<OrderWithIncluded, Exclude<keyof Order, 'number'>>
  const query = { fields: ['number'], include: ['events'] } as const
  expectTypeOf(() => getOrder({ client, path, query })).returns.resolves.toEqualTypeOf<Included>()
  expectTypeOf(() => act('confirm', { client, path, query })).returns.resolves.toEqualTypeOf<Included>()
  // @ts-expect-error -- of include, not of fields
  expectTypeOf(() => getOrder({ client, path, query: { fields: 'id,events' } })).toBeFunction()
  const change = () => updateOrder({ client, path, body: { notes: '' }, query: { fields: 'dry_run' } })
  expectTypeOf(change).returns.resolves.toHaveProperty('dry_run')
})

test('fields that are not known before the program runs may be missing', () => {
  const some = (fields: string) => getOrder({ client, path, query: { fields } })
  expectTypeOf(some).returns.resolves.toEqualTypeOf<Partial<OrderWithIncluded>>()
  const several = (fields: string[]) => listOrders({ client, query: { fields } })
  expectTypeOf(several).returns.resolves.toEqualTypeOf<{ data: Partial<Order>[]; meta: PageMeta }>()
  const few = (fields: readonly ('number' | 'status')[]) => all(listOrders, { client, query: { fields } })
  expectTypeOf(few).returns.toEqualTypeOf<AsyncGenerator<Partial<Some>, void, undefined>>()
  const joined = (name: string) => getOrder({ client, path, query: { fields: `id,${name}` } })
  expectTypeOf(joined).returns.resolves.toEqualTypeOf<Partial<OrderWithIncluded>>()
  const maybe = (query: ListOrdersData['query']) => listOrders({ client, query })
  expectTypeOf(maybe).returns.resolves.toEqualTypeOf<{ data: Partial<Order>[]; meta: PageMeta }>()
})

test('an event keeps its type and the data of it', () => {
  const read = () => listEvents({ client, query: { fields: 'type,data', include: ['resource'] } })
  type Chosen = Awaited<ReturnType<typeof read>>['data'][number]
  expectTypeOf<Chosen['type']>().toEqualTypeOf<FeedEvent['type']>()
  expectTypeOf<Extract<Chosen, { type: 'order.paid' }>['data']['amount']>().toBeNumber()
  expectTypeOf<Extract<Chosen, { type: 'order.paid' }>['resource']>().toEqualTypeOf<Order | null | undefined>()
})

test('finds misspelt fields', () => {
  // @ts-expect-error -- title
  expectTypeOf(() => listOrders({ client, query: { fields: 'id,titel' } })).toBeFunction()
  // @ts-expect-error -- title
  expectTypeOf(() => listOrders({ client, query: { fields: ['id', 'titel'] } })).toBeFunction()
  // @ts-expect-error -- a minus before one name only
  expectTypeOf(() => getOrder({ client, path, query: { fields: 'id,-items' } })).toBeFunction()
  // @ts-expect-error -- no names
  expectTypeOf(() => getOrder({ client, path, query: { fields: '' } })).toBeFunction()
  // @ts-expect-error -- title
  expectTypeOf(() => all(listOrders, { client, query: { fields: ['titel'] } })).toBeFunction()
  // @ts-expect-error -- title
  expectTypeOf(() => readIfChanged(getOrder, { client, path, query: { fields: 'titel' } })).toBeFunction()
  // @ts-expect-error -- title
  expectTypeOf(() => act('confirm', { client, path, query: { fields: ['titel'] } })).toBeFunction()
  const unchecked = async () => {
    const { data } = await listOrders({ client, query: { fields: 'id' } })
    // @ts-expect-error -- not asked for
    return data[0]?.number
  }
  expectTypeOf(unchecked).toBeFunction()
})
