import { keyScopes, tokenScopes } from '../../../src/platform/auth/tokens/scopes.ts'
import { deliveryKinds } from '../../../src/platform/db/schema/delivery-methods.ts'
import { discountKinds } from '../../../src/platform/db/schema/discounts.ts'
import { channelKinds, conversationStatuses } from '../../../src/platform/db/schema/inbox.ts'
import {
  fulfillmentStatuses,
  holdReasons,
  orderStatuses,
  paymentStatuses,
} from '../../../src/platform/db/schema/order-states.ts'
import { movementKinds } from '../../../src/platform/db/schema/inventory.ts'
import { productStatuses } from '../../../src/platform/db/schema/products.ts'
import { roles } from '../../../src/platform/db/schema/stores.ts'
import { problemCodes } from '../../../src/platform/errors/problem-codes.ts'
import { actionNames } from '../../../src/areas/orders/actions/order-actions.ts'
import { isObject, type Json, mapped, refTo } from './json.ts'

/** Names of lists of values, so that clients have one type for each. */
const lists: Readonly<Record<string, readonly string[]>> = {
  ChannelKind: channelKinds,
  ConversationStatus: conversationStatuses,
  ApiKeyScope: keyScopes,
  DeliveryKind: deliveryKinds,
  DiscountKind: discountKinds,
  FulfillmentStatus: fulfillmentStatuses,
  HoldReason: holdReasons,
  MovementKind: movementKinds,
  OrderActionName: actionNames,
  OrderStatus: orderStatuses,
  PaymentStatus: paymentStatuses,
  ProblemCode: problemCodes,
  ProductStatus: productStatuses,
  Role: roles,
  TokenScope: tokenScopes,
}

const keyOf = (values: readonly unknown[]) => JSON.stringify(values.map(String).toSorted())
const names = new Map(Object.entries(lists).map(([name, values]) => [keyOf(values), name]))

/** The lists of values as components. */
export const valueSchemas: Json = Object.fromEntries(
  Object.entries(lists).map(([name, values]) => [name, { type: 'string', enum: values }]),
)

/** Refers to the lists of values by name, wherever they are. */
export const withNamedValues = (json: Json): Json => {
  const named = mapped(json, referToValues)
  return isObject(named) ? named : {}
}

function referToValues(node: Json): Json {
  const { properties } = node
  // For assistants these are strings: their list of tools has to stay small.
  const actions = isObject(properties) && properties['allowed_actions']
  if (isObject(properties) && isObject(actions))
    return { ...node, properties: { ...properties, allowed_actions: { ...actions, items: refTo('OrderActionName') } } }
  return orName(node)
}

function orName({ type, enum: values, ...rest }: Json): Json {
  const list: readonly unknown[] = Array.isArray(values) ? values : []
  const name = names.get(keyOf(list.filter((value) => value !== null)))
  if (name === undefined)
    return { ...(type !== undefined && { type }), ...(values !== undefined && { enum: values }), ...rest }
  return list.includes(null) ? { anyOf: [refTo(name), { type: 'null' }], ...rest } : { ...refTo(name), ...rest }
}
