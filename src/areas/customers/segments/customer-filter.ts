import * as z from 'zod'
import type { Condition } from '../../../platform/db/schema/segments.ts'
import { withoutStrayMarks } from '../../../platform/values/pasted.ts'
import { segmentConditions } from './conditions.ts'
import { emptyRange } from './empty-ranges.ts'
import { FilterInvalid, parseFilter } from './parse-filter.ts'

const Filter = z
  .string()
  .overwrite(withoutStrayMarks)
  .max(1000)
  .describe(
    `Terms that must all apply, such as spent>=100 orders>3 no_order_for_days:90 created>2026-01-31 tag:vip -tag:"big spender" blocked:false. Operators: < <= > >= =. Amounts are in major units; times are a date (that day in the store's time zone), an RFC 3339 time, or days ago (90d)`,
  )
  .meta({ tool: 'Such as spent>=100 orders>3 created>2026-01-31 -tag:"big spender" blocked:false' })

/**
 * A filter's text and its conditions. Parsing stops at the first mistake; its `position` counts from 1. A filter that nobody can
 * meet is refused.
 */
export const CustomerFilter = Filter.transform(parse)

/** The same for a list, where an empty text means no filter. */
export const FilterTerm = Filter.transform((text, context) => (text === '' ? undefined : parse(text, context)))

function parse(text: string, context: z.core.$RefinementCtx<string>): { text: string; conditions: Condition[] } {
  try {
    const conditions = parseFilter(text).flatMap(segmentConditions)
    const field = emptyRange(conditions)
    if (field === undefined) return { text, conditions }
    context.addIssue({
      code: 'custom',
      message: `cannot match any customer: its terms on ${field} exclude each other. Change or remove one of them.`,
      params: { code: 'range_empty' },
    })
    return z.NEVER
  } catch (error) {
    if (!(error instanceof FilterInvalid)) throw error
    const { message, position } = error
    context.addIssue({
      code: 'custom',
      message: `At character ${position}: ${message}`,
      params: { code: 'invalid_filter', position },
    })
    return z.NEVER
  }
}
