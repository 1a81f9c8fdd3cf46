import {
  createOrder as create,
  getConversation,
  getMe,
  getOrder,
  getSales,
  ifMatch,
  listConversations,
  listCustomers,
  type ListConversationsData,
  type ListOrderActionsResponse,
  listOrderActions,
  listOrderEvents,
  listOrders,
  type ListOrdersData,
  listProducts,
  type ListProductsData,
  type Order,
  sendMessage as send,
  updateConversation,
} from '@merchant-commerce/client'
import type { Choice } from '../ui/picker.tsx'
import { anyStore, oneStore, selectedStore, selectStore } from './client.ts'
import {
  conversationStatuses,
  fulfillmentStatuses,
  type Me,
  type Message,
  type NewOrder,
  orderStatuses,
  paymentStatuses,
  productStatuses,
} from './types.ts'

type Page = { readonly cursor: string | undefined }
type Filters<Name extends string> = Readonly<Record<Name, string>> & Page

/** The filter, if it is one of the values that the contract has. */
const oneOf = <Value extends string>(values: readonly Value[], value: string): Value | undefined =>
  values.find((each) => each === value)

/** Leaves out what is not set, so that the page's address and the request's are the same. */
function given<Query extends object>(query: { [Name in keyof Query]?: Query[Name] | undefined }): Query {
  const set = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same fields, without those that are optional and absent
  return Object.fromEntries(set) as Query
}

/** Who is signed in, and with which stores. Selects the first one. */
export async function loadMe(signal: AbortSignal): Promise<Me> {
  const me = await getMe({ client: anyStore, signal })
  if (!me.stores.some(({ id }) => id === selectedStore())) selectStore(me.stores[0]?.id ?? '')
  return me
}

export async function loadOrders(
  filters: Filters<'search' | 'status' | 'payment_status' | 'fulfillment_status'>,
  signal: AbortSignal,
) {
  return listOrders({
    client: oneStore(),
    signal,
    query: given<NonNullable<ListOrdersData['query']>>({
      search: filters.search,
      status: oneOf(orderStatuses, filters.status),
      payment_status: oneOf(paymentStatuses, filters.payment_status),
      fulfillment_status: oneOf(fulfillmentStatuses, filters.fulfillment_status),
      cursor: filters.cursor,
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

export async function loadProducts(filters: Filters<'search' | 'status'>, signal: AbortSignal) {
  return listProducts({
    client: oneStore(),
    signal,
    query: given<NonNullable<ListProductsData['query']>>({
      search: filters.search,
      status: oneOf(productStatuses, filters.status),
      cursor: filters.cursor,
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

async function loadCustomers(search: string, signal: AbortSignal) {
  return listCustomers({ client: oneStore(), signal, query: { limit: 10, ...(search !== '' && { search }) } })
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

export async function loadConversations(filters: Filters<'search' | 'status'>, signal: AbortSignal) {
  return listConversations({
    client: oneStore(),
    signal,
    query: given<NonNullable<ListConversationsData['query']>>({
      search: filters.search,
      status: oneOf(conversationStatuses, filters.status),
      cursor: filters.cursor,
    }),
  })
}

export type ConversationRow = Awaited<ReturnType<typeof loadConversations>>['data'][number]

/** A conversation with its last messages. Marks it as read, without waiting for that. */
export async function loadConversation(conversation_id: string, limit: number, signal: AbortSignal) {
  const client = oneStore()
  const conversation = await getConversation({ client, path: { conversation_id }, query: { limit }, signal })
  if (conversation.unread_count > 0)
    updateConversation({ client, path: { conversation_id }, body: { read: true } }).catch(console.warn)
  return conversation
}

export const sendMessage = (
  conversation_id: string,
  body: { readonly kind: 'reply' | 'note'; readonly body: string },
): Promise<Message> => send({ client: oneStore(), path: { conversation_id }, body })
