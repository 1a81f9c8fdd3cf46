import { type SQL, sql } from 'drizzle-orm'
import { asTable } from '../db/as-table.ts'
import { type Bound, boundedRows, type Bounds } from './bounded-list.ts'
import { conditionsOf, type ListCondition, shapeOf as conditionShape } from './conditions.ts'
import { keyset } from './keyset.ts'
import { capOf, isDeep, type List, type PageRow, rangesOf, rowsOf, sourceOf, type Values, valuesOf } from './list.ts'
import { followIndexes, type Query, type ValueOf } from '../db/prepared.ts'
import type { Selection } from '../db/selection.ts'
import { type Cut, isCut, sizedQuery } from './sized.ts'

/** The texts of one list that an isolate keeps. Requests can ask for more combinations of filters than fit into memory. */
const maxTexts = 100

/**
 * A list for `Context.read`, in its order. Its text depends only on which filters, order and kind of page a request has: it is
 * built for the first such request, and kept while it is among the last hundred that were used. `cap`: where counting its rows
 * stops. `stop`: where a page ended before it was full. `isCut`: it ended because of its size.
 */
export function preparedList<Found extends PageRow>(selected: Selection<Found>, kind: Kind<Found>) {
  const queries = new Map<string, Query<Found & Partial<Bound> & Cut, Values>>()

  function queryOf(list: Prepared<Found>): Query<Found & Partial<Bound> & Cut, Values> {
    const shape = shapeOf(list)
    const known = queries.get(shape)
    if (known) {
      // Deleted first, so that it moves to the end.
      queries.delete(shape)
      queries.set(shape, known)
      return known
    }
    const { by, direction } = keyset(list.page, list.sort ?? list.time)
    const from =
      (source: (list: List, value: ValueOf<Values>) => { counted: SQL; rows: SQL }) => (value: ValueOf<Values>) => {
        const { counted, rows } = source(list, value)
        return sql`from ${counted} left join lateral ${asTable(list.table, kind.extend?.(rows) ?? rows)} on true
        order by ${by} ${direction}, ${list.table}.id ${direction}`
      }
    const bounds = isBounded(list) ? list.bounds : undefined
    const made = bounds
      ? followIndexes(
          sizedQuery(
            bounds.selected,
            from((_, value) => boundedSource(list, bounds, value)),
          ),
        )
      : sizedQuery(selected, from(sourceOf))
    queries.set(shape, made)
    const [oldest] = queries.keys()
    if (queries.size > maxTexts && oldest !== undefined) queries.delete(oldest)
    return made
  }

  return async (
    read: (
      query: Query<Found & Partial<Bound> & Cut, Values>,
      values: Values,
    ) => Promise<(Found & Partial<Bound> & Cut)[]>,
    request: Pick<List, 'page' | 'filter' | 'search' | 'sort'>,
  ) => {
    const list = { ...kind, ...request }
    const found = await read(queryOf(list), valuesOf(list))
    const [first] = found
    const shown = rowsOf(found)
    return {
      ...shown,
      cap: first?.isComplete === false ? shown.total : capOf(list),
      isCut: isCut(found),
      stop: first?.stopAt && first.stopId ? { at: first.stopAt, id: first.stopId } : null,
      first,
    }
  }
}

/** What is the same for every request. */
type Kind<Found> = Pick<
  List,
  'table' | 'time' | 'stores' | 'conditions' | 'searchIn' | 'totalUnfiltered' | 'merged' | 'sums'
> & {
  /** Adds columns to the rows of a page. Their order does not matter. */
  readonly extend?: (rows: SQL) => SQL
  /** Without them, every filter needs an index. */
  readonly bounds?: Bounds<Found>
}

type Prepared<Found> = List & Pick<Kind<Found>, 'bounds'>

/** Everything else that the SQL depends on, within one kind of list. */
function shapeOf({ page, filter, conditions, search, sort }: List): string {
  if (search !== undefined) return `search ${page.ascending}`
  const place = `${sort?.name ?? ''} ${page.ascending} ${page.after !== null} ${isDeep(page)}`
  return `${place} ${conditionShape(conditionsOf(filter, conditions))}`
}

/** Whether no index has the rows that the list wants, in its order. */
function isBounded({
  bounds,
  filter,
  conditions,
  sort,
  search,
}: Pick<Prepared<unknown>, 'bounds' | 'filter' | 'conditions' | 'sort' | 'search'>): boolean {
  if (!bounds || search !== undefined) return false
  const names = conditionsOf(filter, conditions).map(servedName)
  if (names.includes(bounds.unique)) return false
  if (sort) return !sort.index || names.some((name) => !sort.index?.includes(name))
  return names.some((name) => !isServed(bounds, names, name))
}

/** The column of a condition. A partial index has only the rows for which a column is positive. */
const servedName = ({ column, is }: ListCondition): string => (is === 'positive' ? `${column} > 0` : column)

/** Rows are read by one index, and by their time. */
const servedBy = ({ served }: Pick<Bounds<unknown>, 'served'>, names: readonly string[]): string | undefined =>
  served.find((name) => names.includes(name))

const isServed = (bounds: Pick<Bounds<unknown>, 'served'>, names: readonly string[], name: string): boolean =>
  name === 'created_at' || name === servedBy(bounds, names)

function boundedSource(list: List, bounds: Pick<Bounds<unknown>, 'served'>, value: ValueOf<Values>) {
  const names = conditionsOf(list.filter, list.conditions).map(servedName)
  const { merged, ...others } = list
  const isMerged = merged !== undefined && servedBy(bounds, names) === merged
  const { each, where, lead } = rangesOf(isMerged ? list : others, value, true)
  const those = (served: boolean) => where.filter((_, nth) => isServed(bounds, names, names[nth] ?? '') === served)
  const all = (parts: readonly SQL[]) => sql.join([sql`true`, ...parts], sql` and `)
  const { table, page, sort, sums } = list
  return boundedRows(
    { table, page, sort, sums, each, lead, inside: all(those(true)), outside: all(those(false)) },
    value,
  )
}
