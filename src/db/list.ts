import { type Column, getTableName, SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { countCap, type Page } from '../page.ts'
import { asTable } from './as-table.ts'
import {
  conditionsOf,
  type Filter,
  type NamedConditions,
  shapeOf as conditionShape,
  storesWithDays,
  toSql,
  valuesOf as conditionValues,
} from './conditions.ts'
import { query, type Query, type ValueOf } from './prepared.ts'
import { type Selection, typed } from './selection.ts'

/** Counting search results stops here. Above that, the term is too common for the count to be useful. */
const searchCap = 1_001

export type List = {
  /** Needs an index on (store_id, <time>, id), through which each store's rows are read in order. */
  readonly table: PgTable
  /** The column to order by. Default: created_at. */
  readonly time?: Column
  readonly page: Page
  readonly filter: Filter
  readonly conditions?: NamedConditions
  readonly search: string | undefined
  /** What a search looks through, if not the table as it is. */
  readonly searchIn?: 'public_products'
  /** A further condition. Not together with a search. */
  readonly where?: SQL
  /** The number of rows without search and filters, if it is known without counting. */
  readonly totalUnfiltered?: SQL
  /** Default: all stores that the caller may see. */
  readonly stores?: SQL
}

/**
 * What a list selects from: `counted(total)`, and the page's rows under the table's own name, plus one row to see whether
 * there are more. If the page is empty, it returns one row of `counted` with an empty table. For several stores, it merges
 * the newest rows of each: one query over all stores would read them completely.
 */
export function listFrom<T extends PgTable>(list: List & { readonly table: T }) {
  const { counted, rows } = sourceOf(list)
  return { counted, rows: asTable(list.table, rows), cap: capOf(list) }
}

/**
 * A list for `Context.read`, in its order. Its text depends only on which filters, order and kind of page a request has: it is
 * built for the first such request, and kept. `cap`: where counting its rows stops.
 */
export function preparedList<Found extends PageRow>(selected: Selection<Found>, kind: Kind) {
  const queries = new Map<string, Query<Found, Values>>()

  function queryOf(list: List): Query<Found, Values> {
    const shape = shapeOf(list)
    const known = queries.get(shape)
    if (known) return known
    const { column, direction } = keyset(list.page, list.time)
    const made = query(selected, (value: ValueOf<Values>) => {
      const { counted, rows } = sourceOf(list, value)
      return sql`from ${counted} left join lateral ${asTable(list.table, rows)} on true
        order by ${list.table}.${column} ${direction}, ${list.table}.id ${direction}`
    })
    queries.set(shape, made)
    return made
  }

  return async (
    read: (query: Query<Found, Values>, values: Values) => Promise<Found[]>,
    request: Pick<List, 'page' | 'filter' | 'search'>,
  ) => {
    const list = { ...kind, ...request }
    const found = await read(queryOf(list), valuesOf(list))
    return { ...rowsOf(found), cap: capOf(list), first: found[0] }
  }
}

/** What is the same for every request. */
type Kind = Pick<List, 'table' | 'time' | 'conditions' | 'searchIn' | 'totalUnfiltered'>

type PageRow = { total: number; row: object | null }

type Values = Readonly<Record<string, unknown>>

const capOf = ({ search }: List) => (search === undefined ? countCap : searchCap)

/** Everything in the SQL of a list that comes from the request as a value. */
function valuesOf({ page, filter, conditions, search }: List): Values {
  const found = conditionsOf(filter, conditions)
  return {
    ...placeValues(page),
    ascending: page.ascending,
    limit: page.limit + 1,
    offset: page.offset,
    take: page.offset + page.limit + 1,
    ...(search === undefined ? conditionValues(found) : { search, conditions: JSON.stringify(found) }),
  }
}

/** Everything else that the SQL depends on, within one kind of list. */
function shapeOf({ page, filter, conditions, search }: List): string {
  if (search !== undefined) return `search ${page.ascending}`
  return `${page.ascending} ${page.after !== null} ${conditionShape(conditionsOf(filter, conditions))}`
}

const placeValues = ({ after }: Page) => ({
  after_time: after?.time.toISOString() ?? null,
  after_id: after?.id ?? null,
})

const written =
  (values: Values): ValueOf<Values> =>
  (name) =>
    sql`${sql.param(values[name])}`

/** The rows of a page and the source of the count, as SQL. */
export const sourceOf = (list: List, value: ValueOf<Values> = written(valuesOf(list))) =>
  list.search === undefined ? newestRows(list, value) : searchRows(list, value)

function newestRows(
  { table, time, page, totalUnfiltered, stores = sql`app.stores()`, ...list }: List,
  value: ValueOf<Values>,
) {
  const conditions = conditionsOf(list.filter, list.conditions)
  const each = storesWithDays(stores, conditions, value)
  const where = sql.join([list.where ?? sql`true`, ...toSql(conditions, value)], sql` and `)
  const total =
    totalUnfiltered && conditions.length === 0 && !list.where
      ? sql`least((${totalUnfiltered}), ${countCap})`
      : sql`least((select count(*) from ${each} cross join lateral
          (select from ${table} where store_id = s.id and ${where} limit ${countCap}) as one), ${countCap})`
  const { column, direction, beyond } = keyset(page, time, value)
  return {
    counted: sql`(select (${total})::bigint as total) as counted`,
    rows: sql`
      select one.* from ${each} cross join lateral (
        select * from ${table} where store_id = s.id and ${where} and ${beyond}
        order by ${column} ${direction}, id ${direction} limit ${value('take')}
      ) as one
      order by ${column} ${direction}, id ${direction} limit ${value('limit')} offset ${value('offset')}`,
  }
}

function searchRows({ table, time, page, searchIn }: List, value: ValueOf<Values>) {
  const { column, direction } = keyset(page, time)
  return {
    counted: sql`app.search_page(
      ${searchIn ?? getTableName(table)}, ${value('search')}, ${value('conditions')}::jsonb, ${value('ascending')},
      ${value('after_time')}, ${value('after_id')}, ${value('limit')}, ${value('offset')}
    ) as counted`,
    rows: sql`
      select one.* from unnest(counted.store_ids, counted.ids) as k(store_id, id) join ${table} as one using (store_id, id)
      order by one.${column} ${direction}, one.id ${direction}`,
  }
}

/** The condition and order of a page, by a time column and id. */
export function keyset(page: Page, time?: Column, value: ValueOf<Values> = written(placeValues(page))) {
  const column = sql.identifier(time?.name ?? 'created_at')
  const direction = page.ascending ? sql`asc` : sql`desc`
  const beyond = page.after
    ? sql`(${column}, id) ${page.ascending ? sql`>` : sql`<`} (${value('after_time')}::timestamptz, ${value('after_id')}::uuid)`
    : sql`true`
  return { column, direction, beyond }
}

/** The rows of the page and the count, from the result of selecting from `listFrom`. */
export const rowsOf = <Found extends PageRow>(found: readonly Found[]) => ({
  rows: found.flatMap(({ row }): NonNullable<Found['row']>[] => (row ? [row] : [])),
  total: found[0]?.total ?? 0,
})

/** The count column of such a selection. */
export const total = typed('bigint', sql`counted.total`.mapWith(Number))
