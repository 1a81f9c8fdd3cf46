import { type ListResourcesResult, type ReadResourceResult, ResourceNotFoundError } from '@modelcontextprotocol/server'
import type { Caller } from '../../platform/operation/context.ts'
import { orderActions } from '../../areas/orders/actions/order-actions.ts'
import type { Rule } from '../../areas/orders/actions/rule.ts'
import { Order } from '../../areas/orders/order.ts'
import { getStore } from '../../areas/stores/get-store.ts'
import { readView } from './apps/views.ts'

const { status, payment_status, fulfillment_status, hold_reason } = Order.shape

// Built from the schema and the table of order actions, so that it cannot differ from what the service does.
const workflow = {
  about:
    'An order has three independent states. A new order is pending, unpaid and unfulfilled. An order on hold has a hold_reason. allowed_actions of an order lists what the caller may do with it now.',
  status: status.options,
  payment_status: payment_status.options,
  fulfillment_status: fulfillment_status.options,
  hold_reason: hold_reason.unwrap().options,
  facts:
    'held: has a hold_reason. paid: more was paid than refunded. unshipped: not all items were shipped. out: some items were shipped and not returned. delivered: was delivered.',
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
    description: 'The states of an order, and the actions that change them',
    mimeType: 'application/json',
    read: (): Promise<unknown> => Promise.resolve(workflow),
  },
]

export const resourceList: ListResourcesResult = { resources: resources.map(({ read: _read, ...listed }) => listed) }

export async function readResource(caller: Caller, uri: string): Promise<ReadResourceResult> {
  const view = readView(uri)
  if (view) return view
  const resource = resources.find((one) => one.uri === uri)
  if (!resource) throw new ResourceNotFoundError(uri)
  const text = JSON.stringify(await resource.read(caller))
  return { contents: [{ uri, mimeType: resource.mimeType, text }] }
}
