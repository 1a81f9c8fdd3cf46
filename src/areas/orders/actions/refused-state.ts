import * as z from 'zod'
import { fulfillmentStatuses, holdReasons, orderStatuses } from '../../../platform/db/schema/order-states.ts'
import { roles } from '../../../platform/db/schema/stores.ts'
import { isolated } from '../../../platform/values/isolated.ts'
import { allowedActions } from './allowed-actions.ts'

/** The result of app.order_state. */
export const State = {
  status: z.enum(orderStatuses),
  payment_status: z.string(),
  fulfillment_status: z.enum(fulfillmentStatuses),
  hold_reason: z.enum(holdReasons).nullable(),
  facts: z.object({
    status: z.enum(orderStatuses),
    fulfillment: z.enum(fulfillmentStatuses),
    held: z.boolean(),
    delivered: z.boolean(),
    paid: z.boolean(),
    due: z.boolean(),
    unshipped: z.boolean(),
    out: z.boolean(),
  }),
  role: z.enum(roles).nullable(),
  refundable_amount: z.number(),
  decimals: z.int(),
}

export type State = z.output<z.ZodObject<typeof State>>

export const withAllowedActions = ({ facts, role }: State) => ({ allowed_actions: allowedActions(facts, role) })
export const noMembers = () => ({})
export const refundableAmount = ({ refundable_amount }: State) => ({ refundable_amount })

/** An amount within Arabic text. */
export const inMajorUnits = ({ decimals }: Pick<State, 'decimals'>, amount: number) =>
  isolated(amount.toFixed(decimals))
