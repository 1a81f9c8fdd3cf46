import { type SQL, sql } from 'drizzle-orm'
import { idOfNamed, Named, type Reference } from '../references/reference.ts'
import { isDay } from '../values/text.ts'
import type { ValueOf } from '../db/prepared.ts'

type Compare = (column: SQL, values: readonly SQL[], nth: number) => SQL

const dayColumn = (nth: number) => sql.raw(`day_${nth}`)

const tagKeysOf = (values: readonly SQL[]) =>
  sql`(select app.tag_keys(array[${sql.join([...values], sql`, `)}]::text[]))`

/**
 * app.list_condition (drizzle/sql/platform/lists/list-conditions.sql) has those that searches use. `s` are the stores of
 * `storesWithDays`.
 */
const comparisons = {
  one_of: (column, values) => (values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} in ${values}`),
  one_of_or_null: (column, values) => sql`(${column} is null or ${column} in ${values})`,
  // Of a column with the keys of tags, or the tags themselves. The sub-select is evaluated once, whatever the plan.
  tagged: (column, values) => sql`${column} && ${tagKeysOf(values)}`,
  tagged_as_written: (column, values) => sql`(${column} <> '{}' and app.tag_keys(${column}) && ${tagKeysOf(values)})`,
  // Of a column with a list.
  has: (column, [value]) => sql`${value} = any(${column})`,
  null: (column) => sql`${column} is null`,
  not_null: (column) => sql`${column} is not null`,
  // Channels of this kind, including removed ones.
  of_channel_kind: (column, [kind]) =>
    sql`${column} in (select c.id from channels as c where c.store_id = s.id and c.kind = ${kind})`,
  // All names of a place are one.
  of_place: (column, [name]) => sql`${column} = any(app.place_keys(null, ${name}::text))`,
  named_order: (column) => sql`${column} = ${idOfNamed('order')}`,
  named_customer: (column) => sql`${column} = ${idOfNamed('customer')}`,
  caller: (column) => sql`${column} = app.caller()`,
  zero: (column) => sql`${column} = 0`,
  positive: (column) => sql`${column} > 0`,
  future: (column) => sql`${column} > now()`,
  not_future: (column) => sql`(${column} is null or ${column} <= now())`,
  from: (column, [time]) => sql`${column} >= ${time}`,
  before: (column, [time]) => sql`${column} < ${time}`,
  // In the currency of the row.
  amount_from: (column, [amount]) => sql`${column} >= ${amount}::numeric * power(10::numeric, currency_exponent)`,
  amount_to: (column, [amount]) => sql`${column} <= ${amount}::numeric * power(10::numeric, currency_exponent)`,
  // The bound of the nth condition is a column of `storesWithDays`.
  from_day: (column, _, nth) => sql`${column} >= s.${dayColumn(nth)}`,
  to_day: (column, _, nth) => sql`${column} < s.${dayColumn(nth)}`,
} as const satisfies Record<string, Compare>

/** A comparison that one list has for itself. No search can use it. */
export type OwnComparison = { readonly name: string; readonly compare: Compare }

/** What rows of a list must meet, as data: a list turns it into SQL here, a search in the database. */
export type ListCondition = {
  readonly column: string
  readonly is: keyof typeof comparisons | OwnComparison
  readonly values?: readonly string[]
}

/** Column -> value, or values of which the column must have one; undefined filters nothing. */
export type Filter = Readonly<Record<string, Reference | number | boolean | readonly string[] | undefined>>

/** Filters that compare something other than their column's value. They get all values of the filter, as text. */
export type NamedConditions = Readonly<
  Record<string, (...values: readonly [string, ...string[]]) => readonly ListCondition[]>
>

/**
 * The conditions of a filter. `created_from` and `created_to` bound created_at: a date stands for that day in each store's
 * time zone, and `created_to` includes it.
 */
export function conditionsOf(filter: Filter, named: NamedConditions = {}): readonly ListCondition[] {
  return Object.entries(filter).flatMap(([name, value]): readonly ListCondition[] => {
    if (value === undefined) return []
    if (value instanceof Named) return [{ column: name, is: value.kind === 'order' ? 'named_order' : 'named_customer' }]
    const [first, ...others] = [value].flat().map(String)
    if (first === undefined) return []
    const conditions = named[name] ?? createdConditions[name]
    return conditions?.(first, ...others) ?? [{ column: name, is: 'one_of', values: [first, ...others] }]
  })
}

/** The filters `<name>_from` and `<name>_to` of a time: a date includes its whole day. */
export const timeRange = (name: string): NamedConditions => ({
  [`${name}_from`]: (value) => [{ column: `${name}_at`, is: isDay(value) ? 'from_day' : 'from', values: [value] }],
  [`${name}_to`]: (value) => [{ column: `${name}_at`, is: isDay(value) ? 'to_day' : 'before', values: [value] }],
})

const createdConditions = timeRange('created')

/** A filter by a column's values, among which `none` means that it has none. */
export const orNone =
  (column: string) =>
  (...values: readonly string[]): readonly ListCondition[] => {
    const named = values.filter((value) => value !== 'none')
    if (named.length === values.length) return [{ column, is: 'one_of', values: named }]
    return named.length === 0 ? [{ column, is: 'null' }] : [{ column, is: 'one_of_or_null', values: named }]
  }

/** The filters `<name>_from` and `<name>_to` of an amount in major units. Both include their bound. */
export const amountRange = (name: string, column: string): NamedConditions => ({
  [`${name}_from`]: (amount) => [{ column, is: 'amount_from', values: [amount] }],
  [`${name}_to`]: (amount) => [{ column, is: 'amount_to', values: [amount] }],
})

export const inPlace =
  (column: string) =>
  (name: string): readonly ListCondition[] => [{ column, is: 'of_place', values: [name] }]

/** A filter by tags of which a row must have one. */
export const hasTag = (...tags: readonly string[]): readonly ListCondition[] => [
  { column: 'tag_keys', is: 'tagged', values: tags },
]

type Values = Readonly<Record<string, unknown>>

export const conditionNameOf = (nth: number, at: number) => `condition_${nth}_${at}`

/** The values that the SQL of these conditions takes. */
export const conditionValues = (conditions: readonly ListCondition[]): Values =>
  Object.fromEntries(
    conditions.flatMap(({ values = [] }, nth) => values.map((value, at) => [conditionNameOf(nth, at), value] as const)),
  )

/** What the SQL of these conditions depends on: everything but their values. */
export const shapeOf = (conditions: readonly ListCondition[]): string =>
  conditions
    .map(({ column, is, values = [] }) => `${column} ${typeof is === 'string' ? is : is.name} ${values.length}`)
    .join(', ')

export const toSql = (conditions: readonly ListCondition[], value: ValueOf<Values>): readonly SQL[] =>
  conditions.map(({ column, is, values = [] }, nth) =>
    (typeof is === 'string' ? comparisons[is] : is.compare)(
      sql`${sql.identifier(column)}`,
      values.map((_, at) => value(conditionNameOf(nth, at))),
      nth,
    ),
  )

/** The stores as s(id), with the bounds of the days. OFFSET 0 computes them once per store rather than per row. */
export function storesWithDays(stores: SQL, conditions: readonly ListCondition[], value: ValueOf<Values>): SQL {
  const days = conditions.flatMap(({ is }, nth) =>
    is === 'from_day' || is === 'to_day'
      ? [
          sql`app.day_start(id, ${value(conditionNameOf(nth, 0))}::date + ${is === 'to_day' ? sql`1` : sql`0`}) as ${dayColumn(nth)}`,
        ]
      : [],
  )
  if (days.length === 0) return sql`unnest(${stores}) as s(id)`
  return sql`(select id, ${sql.join(days, sql`, `)} from unnest(${stores}) as known(id) offset 0) as s`
}
