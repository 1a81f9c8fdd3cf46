import * as z from 'zod'
import type { Condition } from '../db/schema/segments.ts'
import { conditionsOf } from './conditions.ts'
import { FilterInvalid, parseFilter } from './parse-filter.ts'

const Filter = z
  .string()
  .max(1000)
  .describe(
    `Terms that must all hold, such as spent>=100 orders>3 last_order<90d created>2026-01-31 tag:vip -tag:"big spender" blocked:false. Operators < <= > >= =. Spent in major units; times as a date (that day in the store's time zone), an RFC 3339 time, or days ago (90d)`,
  )

/** A filter in words, with what it asks for. Reading stops at the first mistake, whose `position` counts from 1. */
export const CustomerFilter = Filter.transform(read)

/** The same of a list, where an empty one asks for nothing. */
export const FilterTerm = Filter.transform((text, context) => (text.trim() === '' ? undefined : read(text, context)))

function read(text: string, context: z.core.$RefinementCtx<string>): { text: string; conditions: Condition[] } {
  try {
    return { text: text.trim(), conditions: parseFilter(text).flatMap(conditionsOf) }
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
