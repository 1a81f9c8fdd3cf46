import { type ListResourcesResult, type ReadResourceResult, ResourceNotFoundError } from '@modelcontextprotocol/server'
import type { Caller } from '../context.ts'
import { Order } from '../orders/order.ts'
import { getStore } from '../stores/get-store.ts'

const { status, payment_status, fulfillment_status, hold_reason } = Order.shape

// Facts of the schema, so that they cannot grow apart from it. Orders have no actions yet.
const workflow = {
  status: status.options,
  payment_status: payment_status.options,
  fulfillment_status: fulfillment_status.options,
  hold_reason: hold_reason.unwrap().options,
  about:
    'The three states of an order are independent of each other. A new order is pending, unpaid and unfulfilled. An order on hold has a hold_reason. allowed_actions of an order are the actions that its states allow.',
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
    description: 'The states that an order goes through',
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
