import * as z from 'zod'
import { noneNamed, Unknown } from '../../platform/operation/reference-refusals.ts'
import { refusal, type Refusals } from '../../platform/operation/refusals.ts'
import { orderRefusals } from './order-refusals.ts'

/** Refusals of app.with_named_items. */
export const namedItemRefusals = {
  no_product_named: refusal(
    'product_not_found',
    { name: z.string() },
    ({ name }) => `No product "${name}" in this store.`,
    { members: () => ({}) },
  ),
} as const satisfies Refusals

/** Refusals of app.create_order and app.quote_order. */
export const newOrderRefusals = {
  ...orderRefusals,
  ...namedItemRefusals,
  name_not_found: refusal('customer_not_found', Unknown, noneNamed, { pointer: '/customer_id', members: () => ({}) }),
} as const satisfies Refusals
