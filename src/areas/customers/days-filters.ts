import * as z from 'zod'
import type { Condition } from '../../platform/db/schema/segments.ts'

const Days = z.int().min(1).max(36_500).optional()

/** The time of the last order in words that cannot be misread, unlike last_order<90d. */
export const DaysFilters = {
  no_order_for_days: Days.describe('Customers who have ordered, but not in this many days'),
  ordered_within_days: Days.describe('Customers who have ordered in this many days'),
}

type Given = {
  readonly filter?: { readonly conditions: readonly Condition[] } | undefined
  readonly no_order_for_days?: number | undefined
  readonly ordered_within_days?: number | undefined
}

/** The filter with the conditions on days; undefined if there is neither. */
export function withDays({ filter, no_order_for_days: without, ordered_within_days: within }: Given): Given['filter'] {
  if (without === undefined && within === undefined) return filter
  return {
    conditions: [
      ...(filter?.conditions ?? []),
      ...(without === undefined ? [] : [{ field: 'last_order', op: '<', days: without } as const]),
      ...(within === undefined ? [] : [{ field: 'last_order', op: '>=', days: within } as const]),
    ],
  }
}
