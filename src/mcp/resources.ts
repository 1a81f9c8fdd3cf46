import { type ListResourcesResult, type ReadResourceResult, ResourceNotFoundError } from '@modelcontextprotocol/server'
import type { Caller } from '../context.ts'
import { orderActions, type Rule } from '../orders/order-actions.ts'
import { Order } from '../orders/order.ts'
import { getStore } from '../stores/get-store.ts'

const { status, payment_status, fulfillment_status, hold_reason } = Order.shape

// Facts of the schema and of the table that the service itself goes by, so that they cannot grow apart from it.
const workflow = {
  about:
    'The three states of an order are independent of each other. A new order is pending, unpaid and unfulfilled. An order on hold has a hold_reason. allowed_actions of an order are the actions that its states allow to whoever asks.',
  status: status.options,
  payment_status: payment_status.options,
  fulfillment_status: fulfillment_status.options,
  hold_reason: hold_reason.unwrap().options,
  facts:
    'held: has a hold_reason. paid: more was paid than refunded. unshipped: some of it has not been shipped. out: some of it was shipped and has not come back. delivered: was delivered.',
  actions: Object.entries(orderActions).map(([action, rule]: [string, Rule]) => ({
    action,
    does: rule.about,
    allowed_when_all_hold: rule.when.map((one) => ({ ...one.if, roles: one.roles })),
    sets: rule.patch,
    event: rule.event,
  })),
  a_token_acts_as: 'staff',
}

const resources = [
  {
    uri: 'store://profile',
    name: 'profile',
    title: 'Store profile',
    description: 'Name, currency, time zone and language of the store',
    mimeType: 'application/json',
    read: (caller: Caller): Promise<unknown> => getStore(caller, {}),
  },
  {
    uri: 'store://orders/workflow',
    name: 'orders-workflow',
    title: 'Order workflow',
    description: 'The states that an order goes through, and the actions that lead from one to the next',
    mimeType: 'application/json',
    read: (): Promise<unknown> => Promise.resolve(workflow),
  },
]

export const resourceList: ListResourcesResult = { resources: resources.map(({ read: _read, ...listed }) => listed) }

export async function readResource(caller: Caller, uri: string): Promise<ReadResourceResult> {
  const resource = resources.find((one) => one.uri === uri)
  if (!resource) throw new ResourceNotFoundError(uri)
  const text = JSON.stringify(await resource.read(caller))
  return { contents: [{ uri, mimeType: resource.mimeType, text }] }
}
