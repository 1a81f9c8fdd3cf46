import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { CustomerReference } from '../../platform/references/reference.ts'
import { actorFacts } from '../../platform/db/actor.ts'
import { keyset } from '../../platform/lists/keyset.ts'
import { customerMerges, customers } from '../../platform/db/schema/customers.ts'
import { events } from '../../platform/db/schema/events.ts'
import { notFound } from '../../platform/errors/errors.ts'
import { operation } from '../../platform/operation/operation.ts'
import { closePage, countCap, listOf, openPage, PageInput } from '../../platform/lists/page.ts'
import {
  type EntryRow,
  seenSources,
  timelineCount,
  TimelineEntry,
  timelineOf,
  toTimelineEntry,
} from './timeline-kinds.ts'

/**
 * Everything about a customer that the caller may read, newest first, including records of customers merged into them. Keys
 * and tokens see orders and conversations only with a scope for them.
 */
export const getTimeline = operation(
  {
    name: 'get_customer_timeline',
    scope: 'crm:read',
    input: z.strictObject({ ...PageInput, customer_id: CustomerReference }),
    output: listOf(TimelineEntry),
  },
  async ({ run }, input) => {
    const page = openPage(input)
    const take = page.offset + page.limit + 1
    const slice = {
      beyond: keyset(page).beyond,
      newest: sql`order by created_at desc, id desc limit ${take}`,
    }
    const [found] = await run((db) => [
      db
        .select({ total: sql`least(${timelineCount}, ${countCap})`.mapWith(Number), entry })
        .from(
          sql`(select k.store_id, k.id, array[k.id] || array(
              select g.merged_id from ${customerMerges} as g where g.store_id = k.store_id and g.customer_id = k.id) as ids, ${seenSources}
            from ${customers} as k
            where k.store_id = any(app.stores()) and k.id = app.kept_customer(${input.customer_id})) as c`,
        )
        .leftJoinLateral(
          sql`(select c.store_id, slice.* from (${timelineOf(slice)}) as slice
            order by created_at desc, id desc limit ${page.limit + 1} offset ${page.offset}) as entry`,
          sql`true`,
        )
        .orderBy(sql`entry.created_at desc, entry.id desc`),
    ])
    const [first] = found
    if (!first) throw notFound('customer')
    const rows = found.flatMap(({ entry }) => (entry.id === null ? [] : [{ ...entry, id: entry.id }]))
    return closePage(page, rows, { total: first.total, cap: countCap }, toTimelineEntry)
  },
)

const entry = {
  id: sql<string | null>`entry.id`,
  source: sql<EntryRow['source']>`entry.source`,
  createdAt: sql<Date>`entry.created_at`.mapWith(events.createdAt),
  type: sql<string>`entry.type`,
  actorKind: sql<EntryRow['actorKind']>`entry.actor_kind`,
  actorId: sql<string | null>`entry.actor_id`,
  actorFacts: actorFacts('entry'),
  data: sql`entry.data`.mapWith(events.data),
}
