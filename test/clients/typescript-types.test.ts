import { expectTypeOf, test } from 'vitest'
import {
  act,
  all,
  type AnyProblem,
  attempt,
  type Client,
  confirmOrder,
  type CreatedOrder,
  createOrder,
  type CreateOrderError,
  download,
  type ErrorCode,
  exportOrders,
  type FieldProblem,
  getOrder,
  listEvents,
  listOrderActions,
  type ListOrderEventsResponse,
  listOrders,
  type ListOrdersData,
  listProducts,
  type Order,
  type OrderActionName,
  type OrderWithIncluded,
  ProblemError,
  type Quote,
  readIfChanged,
  type Reading,
  updateOrder,
  type WebhookEvent,
} from '../../clients/typescript/src/index.ts'

// Checked by tsc. The functions are never called.
declare const client: Client
declare const body: Parameters<typeof createOrder>[0]['body']

test('an operation has the types of the contract', () => {
  expectTypeOf(() => createOrder({ client, body })).returns.resolves.toEqualTypeOf<CreatedOrder>()
  expectTypeOf(() => exportOrders({ client })).returns.resolves.toEqualTypeOf<string>()
  expectTypeOf<AnyProblem['code']>().toEqualTypeOf<ErrorCode>()
  expectTypeOf<'insufficient_stock'>().toExtend<ErrorCode>()
  expectTypeOf<'teapot'>().not.toExtend<ErrorCode>()
})

test('a changed total comes with its new quote', () => {
  const quoteOf = (problem: AnyProblem) => (problem.code === 'total_changed' ? problem.quote : null)
  expectTypeOf(quoteOf).returns.toEqualTypeOf<Quote | null>()
})

test('finds misspelt fields', () => {
  const item = { product_id: '', quantity: 1, unit_price: 10 }
  // @ts-expect-error -- quantity
  expectTypeOf(() => createOrder({ client, body: { ...body, items: [{ ...item, quantitty: 1 }] } })).toBeFunction()
  // @ts-expect-error -- total_amount
  expectTypeOf(() => createOrder({ client, body: { ...body, total_amont: 10 } })).toBeFunction()
  // @ts-expect-error -- notes
  expectTypeOf(() => updateOrder({ client, path: { order_id: '' }, body: { note: '' } })).toBeFunction()
})

test('the items of a list have their type, and its options are checked', () => {
  const orders = () => all(listOrders, { client, query: { status: 'pending' } })
  expectTypeOf(orders).returns.toEqualTypeOf<AsyncGenerator<Order, void, undefined>>()
  // @ts-expect-error -- not a status
  expectTypeOf(() => all(listOrders, { client, query: { status: 'lost' } })).toBeFunction()
  // @ts-expect-error -- a feed, which has no end: see follow
  expectTypeOf(() => all(listEvents, { client })).toBeFunction()
  // @ts-expect-error -- no list in pages
  expectTypeOf(() => all(listOrderActions, { client, path: { order_id: '' } })).toBeFunction()
})

test('a query takes constant lists, and may be absent', () => {
  const shown = (query: ListOrdersData['query']) => [listOrders({ client, query }), all(listOrders, { client, query })]
  expectTypeOf(shown).toBeFunction()
  const status = ['pending', 'confirmed'] as const
  expectTypeOf(() => readIfChanged(listOrders, { client, query: { status } })).toBeFunction()
  expectTypeOf(() => download(exportOrders, { client, query: { status } })).toBeFunction()
  expectTypeOf(() => all(listOrders, { client, query: { status } }, ['number'])).toBeFunction()
  const option: Readonly<Record<string, string | readonly string[]>> = {}
  expectTypeOf(() => listProducts({ client, query: { option } })).toBeFunction()
  // @ts-expect-error -- not a state
  expectTypeOf(() => listOrders({ client, query: { status: ['lost'] as const } })).toBeFunction()
})

test('the code of an error determines its other fields', () => {
  const read = (error: unknown) => {
    if (!(error instanceof ProblemError)) return
    expectTypeOf(error.problems).toExtend<readonly FieldProblem[]>()
    expectTypeOf(error.code).toEqualTypeOf<ErrorCode>()
    switch (error.code) {
      case 'total_mismatch':
        expectTypeOf(error.problem.expected_total_amount).toEqualTypeOf<number | undefined>()
        expectTypeOf(error.status).toEqualTypeOf<422>()
        break
      case 'insufficient_stock':
        expectTypeOf(error.problems).items.toHaveProperty('available').toEqualTypeOf<number | undefined>()
        break
      case 'store_required':
        expectTypeOf(error.problem.stores).items.toHaveProperty('slug')
        break
      // @ts-expect-error -- not a code
      case 'teapot':
        break
      default:
        // @ts-expect-error -- only a total_mismatch has it
        expectTypeOf(error.problem.expected_total_amount).toBeNumber()
    }
  }
  expectTypeOf(read).parameter(0).toBeUnknown()
})

test('an attempt has the codes of its operation only', () => {
  const codes = async () => {
    const result = await attempt(createOrder({ client, body }))
    if (result.ok) throw new Error(result.data.name)
    return result.error.code
  }
  expectTypeOf(codes).returns.resolves.toEqualTypeOf<CreateOrderError['code']>()
  const other = async () => {
    const result = await attempt(confirmOrder({ client, path: { order_id: '' } }))
    // @ts-expect-error -- confirming an order does not compare totals
    return !result.ok && result.error.code === 'total_mismatch'
  }
  expectTypeOf(other).toBeFunction()
})

test('an action has the body and the refusals of its operation', () => {
  const path = { order_id: '' }
  expectTypeOf(() => act('confirm', { client, path })).returns.resolves.toEqualTypeOf<OrderWithIncluded>()
  expectTypeOf((name: OrderActionName) => act(name, { client, path })).returns.resolves.toExtend<OrderWithIncluded>()
  // @ts-expect-error -- hold needs a reason
  expectTypeOf(() => act('hold', { client, path })).toBeFunction()
  // @ts-expect-error -- not a reason
  expectTypeOf(() => act('hold', { client, path, body: { reason: 'bored' } })).toBeFunction()
  // @ts-expect-error -- not an action
  expectTypeOf(() => act('lose', { client, path })).toBeFunction()
})

test('an order has what the client asks to include', () => {
  const read = () => getOrder({ client, path: { order_id: '' }, query: { include: ['actions', 'events'] } })
  expectTypeOf(read).returns.resolves.toExtend<Order>()
  expectTypeOf(read).returns.resolves.toHaveProperty('events').toEqualTypeOf<Event[] | undefined>()
  // @ts-expect-error -- cannot be included
  expectTypeOf(() => getOrder({ client, path: { order_id: '' }, query: { include: ['customer'] } })).toBeFunction()
})

type Event = ListOrderEventsResponse['data'][number]

test('the type of an event determines its data', () => {
  expectTypeOf<'order.shipped'>().toExtend<Event['type']>()
  expectTypeOf<'order.lost'>().not.toExtend<Event['type']>()
  expectTypeOf<Extract<Event, { type: 'order.refunded' }>['data']['amount']>().toBeNumber()
})

test('a conditional read has the data only if it has changed', () => {
  const read = () => readIfChanged(getOrder, { client, path: { order_id: '' } }, 'W/"1"')
  expectTypeOf(read).returns.resolves.toEqualTypeOf<Reading<OrderWithIncluded>>()
  // @ts-expect-error -- takes no If-None-Match
  expectTypeOf(() => readIfChanged(exportOrders, { client })).toBeFunction()
})

test('with fields, items have only these', () => {
  const orders = () => all(listOrders, { client }, ['number', 'status'])
  expectTypeOf(orders).returns.toEqualTypeOf<AsyncGenerator<Pick<Order, 'number' | 'status'>, void, undefined>>()
  // @ts-expect-error -- not a field
  expectTypeOf(() => all(listOrders, { client }, ['colour'])).toBeFunction()
})

test('only exports can be downloaded', () => {
  const file = () => download(exportOrders, { client })
  expectTypeOf(file).returns.resolves.toEqualTypeOf<ReadableStream<Uint8Array<ArrayBuffer>>>()
  // @ts-expect-error -- no file
  expectTypeOf(() => download(getOrder, { client, path: { order_id: '' } })).toBeFunction()
})

test('the type of a webhook determines its data and its subject', () => {
  const amountOf = (event: WebhookEvent) => (event.type === 'order.paid' ? event.data.amount : 0)
  expectTypeOf(amountOf).returns.toEqualTypeOf<number>()
  type OfOrders = Extract<WebhookEvent, { type: `order.${string}` }>
  expectTypeOf<OfOrders['data']['order']>().toEqualTypeOf<Order | undefined>()
  expectTypeOf<'order.teapot'>().not.toExtend<WebhookEvent['type']>()
})
