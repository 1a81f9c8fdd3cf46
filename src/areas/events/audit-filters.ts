import * as z from 'zod'
import type { Filter } from '../../platform/lists/conditions.ts'
import { actorKinds } from '../../platform/db/schema/events.ts'
import { id } from '../../platform/values/ids.ts'
import { DayOrMoment } from '../../platform/values/text.ts'
import { EventPatternsInQuery, typesMatching } from './event-filter.ts'

/** What both the audit log and its export filter by. */
export const AuditFilters = {
  actor_id: z
    .guid()
    .toLowerCase()
    .optional()
    .describe('Who did it: the id of the member, token, API key or connection'),
  actor_kind: z.enum(actorKinds).optional(),
  types: EventPatternsInQuery.optional().describe(
    'Types of events, such as order.created; order.* for all types that begin with order.; * for all',
  ),
  subject_id: id('order, product, member or other resource that the events are about').optional(),
  from: DayOrMoment.optional().describe(
    "Events at or after this time, or from this date on (a day in the store's time zone)",
  ),
  to: DayOrMoment.optional().describe(
    "Events before this time, or up to and including this date (a day in the store's time zone)",
  ),
}

type AuditFilter = z.output<z.ZodObject<typeof AuditFilters>>

/** The filter of a list of events. */
export const auditFilter = ({ types, from, to, ...columns }: AuditFilter): Filter => ({
  ...columns,
  type: types && !types.includes('*') ? typesMatching(types) : undefined,
  created_from: from,
  created_to: to,
})
