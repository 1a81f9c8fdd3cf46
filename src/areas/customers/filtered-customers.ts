import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { asTable } from '../../platform/db/as-table.ts'
import type { Db } from '../../platform/db/client.ts'
import { customers } from '../../platform/db/schema/customers.ts'
import { type Condition, segments } from '../../platform/db/schema/segments.ts'
import { refused } from '../../platform/errors/errors.ts'
import type { ListPage } from '../../platform/lists/page.ts'
import { boundedScan, scanColumns } from './bounded-scan.ts'
import { emptyRange } from './segments/empty-ranges.ts'
import { customerColumns } from './customer-row.ts'

/** No index helps these filters: every order would have to update it, which costs more than it gains. */
const maxExamined = { ofOneStore: sql.raw('20000'), ofEach: sql.raw('app.examined(20000)') }

export type CustomerFilters = {
  readonly filter?: { readonly conditions: readonly Condition[] } | undefined
  /** A segment whose filter applies as well. */
  readonly segment_id?: string | undefined
  readonly external_id?: string | undefined
  readonly search?: string | undefined
}

/**
 * Must precede the selection in its batch. Otherwise the planner may read and sort all of a store's customers instead of
 * following the index, and the cost of a page would grow with the store.
 */
export const disableSort = sql`select set_config('enable_sort', 'off', true)`

/** A page of the customers that meet the conditions; one row without a customer if there are none. */
export function selectFiltered(
  db: Db,
  page: ListPage,
  { filter, segment_id: segmentId, external_id: externalId, search }: CustomerFilters,
  counting = true,
) {
  const ownConditions = sql`${JSON.stringify(filter?.conditions ?? [])}::jsonb`
  const segmentColumn = (column: SQL) =>
    sql`(select ${column} from ${segments} as g where g.store_id = any(app.stores()) and g.id = ${segmentId})`
  const conditions =
    segmentId === undefined ? ownConditions : sql`${segmentColumn(sql`g.conditions`)} || ${ownConditions}`
  const { counted, rows } = boundedScan({
    page,
    counting,
    stores: segmentId === undefined ? sql`app.stores()` : sql`array${segmentColumn(sql`g.store_id`)}`,
    maxExamined: segmentId === undefined ? maxExamined.ofEach : maxExamined.ofOneStore,
    storeJoin: sql`cross join lateral app.customer_bounds(s.id, ${conditions}) as f cross join app.search_words(${search ?? ''}) as w`,
    where: sql.join(
      [
        isInBounds,
        ...(search === undefined ? [] : [hasWords]),
        ...(externalId === undefined ? [] : [sql`c.external_id = ${externalId}`]),
      ],
      sql` and `,
    ),
  })
  return db
    .select({ ...scanColumns, row: customerColumns })
    .from(counted)
    .leftJoinLateral(asTable(customers, rows), sql`true`)
    .orderBy(sql`${customers.createdAt} desc, ${customers.id} desc`)
}

const isInBounds = sql`(f.spent_from is null or c.total_spent_minor >= f.spent_from)
  and (f.spent_to is null or c.total_spent_minor <= f.spent_to)
  and (f.orders_from is null or c.orders_count >= f.orders_from)
  and (f.orders_to is null or c.orders_count <= f.orders_to)
  and (f.last_order_from is null or c.last_order_at >= f.last_order_from)
  and (f.last_order_before is null or c.last_order_at < f.last_order_before)
  and (f.created_from is null or c.created_at >= f.created_from)
  and (f.created_before is null or c.created_at < f.created_before)
  and c.tag_keys @> f.all_tags and not c.tag_keys && f.no_tags
  and (c.blocked or not f.only_blocked) and not (c.blocked and f.only_open)`

const hasWords = sql`case when w.is_phone then c.search_text like any (w.patterns)
  else cardinality(w.patterns) > 0 and c.search_text like all (w.patterns) end`

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

/** The filter with the conditions on days; undefined if there is neither. Refuses days that exclude each other or the filter. */
export function withDays({ filter, no_order_for_days: without, ordered_within_days: within }: Given): Given['filter'] {
  if (without === undefined && within === undefined) return filter
  if (without !== undefined && within !== undefined && without >= within)
    throw refused('invalid_input', [
      {
        pointer: '/ordered_within_days',
        code: 'range_empty',
        detail: 'ordered_within_days must be more than no_order_for_days, or nobody can match.',
      },
    ])
  const conditions: Condition[] = [
    ...(filter?.conditions ?? []),
    ...(without === undefined ? [] : [{ field: 'last_order', op: '<', days: without } as const]),
    ...(within === undefined ? [] : [{ field: 'last_order', op: '>=', days: within } as const]),
  ]
  if (emptyRange(conditions) !== undefined)
    throw refused('invalid_input', [
      {
        pointer: '/filter',
        code: 'range_empty',
        detail: 'filter excludes no_order_for_days or ordered_within_days, so nobody can match. Leave one of them out.',
      },
    ])
  return { conditions }
}
