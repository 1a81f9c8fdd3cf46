import { type SQL, sql } from 'drizzle-orm'
import { isDay } from '../text.ts'

type Compare = (column: SQL, values: readonly string[]) => SQL

/** app.list_condition (25-search.sql) has the same comparisons. `s` are the stores of `storesWithDays`. */
const comparisons = {
  one_of: (column, values) => (values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} in ${values}`),
  overlapping: (column, values) => sql`${column} && ${sql.param(values)}::text[]`,
  null: (column) => sql`${column} is null`,
  caller: (column) => sql`${column} = app.caller()`,
  zero: (column) => sql`${column} = 0`,
  positive: (column) => sql`${column} > 0`,
  future: (column) => sql`${column} > now()`,
  not_future: (column) => sql`(${column} is null or ${column} <= now())`,
  from: (column, [time]) => sql`${column} >= ${time}`,
  before: (column, [time]) => sql`${column} < ${time}`,
  from_day: (column) => sql`${column} >= s.from_day`,
  to_day: (column) => sql`${column} < s.after_day`,
} as const satisfies Record<string, Compare>

/** What rows of a list must meet, as data: a list turns it into SQL here, a search in the database. */
export type Condition = {
  readonly column: string
  readonly is: keyof typeof comparisons
  readonly values?: readonly string[]
}

/** Column -> value, or values of which the column must have one; undefined filters nothing. */
export type Filter = Readonly<Record<string, string | readonly string[] | undefined>>

/** Filters that compare something other than their column's value. */
export type NamedConditions = Readonly<Record<string, (value: string) => readonly Condition[]>>

/**
 * The conditions of a filter. `created_from` and `created_to` bound created_at: a date stands for that day in each store's
 * time zone, and `created_to` includes it.
 */
export function conditionsOf(filter: Filter, named: NamedConditions = {}): readonly Condition[] {
  return Object.entries(filter).flatMap(([name, value]): readonly Condition[] => {
    if (value === undefined) return []
    const values = [value].flat()
    const conditions = named[name] ?? createdConditions[name]
    return conditions ? values.flatMap(conditions) : [{ column: name, is: 'one_of', values }]
  })
}

const createdConditions: NamedConditions = {
  created_from: (value) => [{ column: 'created_at', is: isDay(value) ? 'from_day' : 'from', values: [value] }],
  created_to: (value) => [{ column: 'created_at', is: isDay(value) ? 'to_day' : 'before', values: [value] }],
}

export const hasTag = (tag: string): readonly Condition[] => [{ column: 'tags', is: 'overlapping', values: [tag] }]

export const toSql = ({ column, is, values = [] }: Condition): SQL =>
  comparisons[is](sql`${sql.identifier(column)}`, values)

/** The stores as s(id), with the bounds of the days. OFFSET 0 computes them once per store rather than per row. */
export function storesWithDays(stores: SQL, conditions: readonly Condition[]): SQL {
  const [from, to] = [dayOf('from_day', conditions), dayOf('to_day', conditions)]
  if (from === undefined && to === undefined) return sql`unnest(${stores}) as s(id)`
  return sql`(select id, app.day_start(id, ${from ?? null}::date) as from_day,
      app.day_start(id, ${to ?? null}::date + 1) as after_day
    from unnest(${stores}) as known(id) offset 0) as s`
}

const dayOf = (bound: 'from_day' | 'to_day', conditions: readonly Condition[]) =>
  conditions.find(({ is }) => is === bound)?.values?.[0]
