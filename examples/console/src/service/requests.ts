import {
  createOrder as create,
  type Customer,
  getMe,
  getOrder,
  getSales,
  ifMatch,
  listCustomers,
  type ListOrderActionsResponse,
  listOrderActions,
  listOrderEvents,
  listOrders,
  type ListOrdersData,
  listProducts,
  type ListProductsData,
  type Order,
  type Product,
} from '@merchant-commerce/client'
import type { Choice } from '../ui/picker.tsx'
import { anyStore, oneStore, selectedStore, selectStore } from './client.ts'
import {
  fulfillmentStatuses,
  type Me,
  type NewOrder,
  orderStatuses,
  paymentStatuses,
  productStatuses,
} from './types.ts'
import { type Chosen, type Filters, given, oneOf } from './query.ts'

/** Who is signed in, and with which stores. Selects the first one. */
export async function loadMe(signal: AbortSignal): Promise<Me> {
  const me = await getMe({ client: anyStore, signal })
  if (!me.stores.some(({ id }) => id === selectedStore())) selectStore(me.stores[0]?.id ?? '')
  return me
}

// With `fields`, the response has only these: 20 orders then take a fifth of the bytes.
const orderFields = [
  'id',
  'name',
  'status',
  'payment_status',
  'fulfillment_status',
  'hold_reason',
  'currency',
  'total_amount',
  'customer_name',
  'created_at',
] as const satisfies readonly (keyof Order)[]

export async function loadOrders(
  filters: Filters<'search' | 'status' | 'payment_status' | 'fulfillment_status'>,
  signal: AbortSignal,
): Promise<Chosen<Order, (typeof orderFields)[number]>> {
  return listOrders({
    client: oneStore(),
    signal,
    query: given<NonNullable<ListOrdersData['query']>>({
      search: filters.search,
      status: oneOf(orderStatuses, filters.status),
      payment_status: oneOf(paymentStatuses, filters.payment_status),
      fulfillment_status: oneOf(fulfillmentStatuses, filters.fulfillment_status),
      cursor: filters.cursor,
      fields: orderFields.join(','),
    }),
  })
}

export type OrderRow = Awaited<ReturnType<typeof loadOrders>>['data'][number]
export type OrderAction = ListOrderActionsResponse['actions'][number]

const orderOptions = (order_id: string, signal?: AbortSignal) => ({
  client: oneStore(),
  path: { order_id },
  ...(signal && { signal }),
})

/** An order, what can be done with it, and what happened to it. */
export async function loadOrder(order_id: string, signal: AbortSignal) {
  const [order, rest] = await Promise.all([
    getOrder(orderOptions(order_id, signal)),
    loadActionsAndEvents(order_id, signal),
  ])
  return { order, ...rest }
}

/** What an order's own answer does not have. */
export async function loadActionsAndEvents(order_id: string, signal?: AbortSignal) {
  const options = orderOptions(order_id, signal)
  const [{ actions }, events] = await Promise.all([
    listOrderActions(options),
    listOrderEvents({ ...options, query: { limit: 50 } }),
  ])
  return { actions, events: events.data }
}

/** Takes an action that the service described, unless the order has changed since. */
export const actOnOrder = ({ path: url }: OrderAction, body: object, version: number): Promise<Order> =>
  oneStore().post<{ 200: Order }, unknown>({
    url,
    body,
    headers: { ...json, ...ifMatch({ version }) },
    security: [session],
  })

const json = { 'Content-Type': 'application/json' }
const session = { type: 'http', scheme: 'bearer' }

export const createOrder = (body: NewOrder, key: string) =>
  create({ client: oneStore(), body, headers: { 'Idempotency-Key': key } })

export const newKey = (): string => crypto.randomUUID()

const productFields = [
  'id',
  'title',
  'status',
  'price',
  'currency',
  'variants',
] as const satisfies readonly (keyof Product)[]

export async function loadProducts(
  filters: Filters<'search' | 'status'>,
  signal: AbortSignal,
): Promise<Chosen<Product, (typeof productFields)[number]>> {
  return listProducts({
    client: oneStore(),
    signal,
    query: given<NonNullable<ListProductsData['query']>>({
      search: filters.search,
      status: oneOf(productStatuses, filters.status),
      cursor: filters.cursor,
      fields: productFields.join(','),
    }),
  })
}

export type ProductRow = Awaited<ReturnType<typeof loadProducts>>['data'][number]

export async function findProducts(search: string, signal: AbortSignal): Promise<readonly Choice<ProductRow>[]> {
  const { data } = await loadProducts({ search, status: 'active', cursor: undefined }, signal)
  return data.map((product) => ({
    id: product.id,
    title: product.title,
    more: product.variants[0]?.sku ?? '',
    value: product,
  }))
}

const customerFields = ['id', 'name', 'phone', 'email'] as const satisfies readonly (keyof Customer)[]

async function loadCustomers(
  search: string,
  signal: AbortSignal,
): Promise<Chosen<Customer, (typeof customerFields)[number]>> {
  const query = { limit: 10, fields: customerFields.join(','), ...(search !== '' && { search }) }
  return listCustomers({ client: oneStore(), signal, query })
}

export type CustomerChoice = Awaited<ReturnType<typeof loadCustomers>>['data'][number]

export async function findCustomers(search: string, signal: AbortSignal): Promise<readonly Choice<CustomerChoice>[]> {
  const { data } = await loadCustomers(search, signal)
  return data.map((customer) => ({
    id: customer.id,
    title: customer.name,
    more: customer.phone ?? customer.email ?? '',
    value: customer,
  }))
}

export const loadSales = (from: string, signal: AbortSignal) =>
  getSales({ client: oneStore(), signal, query: { from, interval: 'day' } })
