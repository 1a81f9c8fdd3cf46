import { is, Placeholder, type SQL, sql } from 'drizzle-orm'
import { dialect, type Selection } from './selection.ts'

/** Where a text takes a value of the request. */
export type ValueOf<Values> = (name: keyof Values & string) => SQL

type Texts<Values> = { readonly text: string; readonly params: (values: Values) => readonly unknown[] }

/** SQL whose text is built once; each request only fills in its values. */
function prepare<Values extends Readonly<Record<string, unknown>>>(
  build: (value: ValueOf<Values>) => SQL,
): Texts<Values> {
  const { sql: text, params } = dialect.sqlToQuery(build((name) => sql`${sql.placeholder(name)}`))
  return {
    text,
    params: (values) => params.map((param) => (is(param, Placeholder) ? values[param.name] : param)),
  }
}

/** Takes the values as they are, for SQL that is built for one request. */
export const written =
  (values: Readonly<Record<string, unknown>>): ValueOf<Readonly<Record<string, unknown>>> =>
  (name) =>
    sql`${sql.param(values[name])}`

/** The results of calls as the elements of an array, for a function that runs them before itself. */
export const elementsOf = (calls: readonly SQL[]): SQL =>
  sql.join(
    calls.map((call) => sql`${call}::text`),
    sql`, `,
  )

/** A query for `Context.read`. Its text depends on nothing but its place in the code. */
export type Query<Row, Values> = {
  readonly selected: Selection<Row>
  readonly prepared: () => Texts<Values>
  /** See `followIndexes`. */
  readonly followsIndexes?: true
  /** The name of a database function. See `functionCall`. */
  readonly calls?: string
}

/**
 * The query, planned without sorting where an index has the rows in order. Otherwise the planner may read and sort all rows of
 * a store rather than the first of an index, and the cost would grow with the store.
 */
export const followIndexes = <Row, Values>(made: Query<Row, Values>): Query<Row, Values> => ({
  ...made,
  followsIndexes: true,
})

/** `from` is everything after the select list. It is built when the query is first used. */
export function query<Row, Values extends Readonly<Record<string, unknown>>>(
  selected: Selection<Row>,
  from: (value: ValueOf<Values>) => SQL,
): Query<Row, Values> {
  let known: Texts<Values> | undefined
  return {
    selected,
    prepared: () => (known ??= prepare((value) => sql`select ${sql.raw(selected.list)} ${from(value)}`)),
  }
}

/**
 * One call of a database function with one result. It is sent as it is: its functions keep their own plans, and app.read would
 * cost more than it saves. The function's first parameter, a text[], takes what opened the tenant context: arguments are
 * evaluated before the function runs.
 */
export function functionCall<Row, Values extends Readonly<Record<string, unknown>>>(
  name: string,
  selected: Selection<Row>,
  args: (value: ValueOf<Values>) => SQL,
): Query<Row, Values> {
  let known: Texts<Values> | undefined
  return { selected, prepared: () => (known ??= prepare(args)), calls: name }
}

/** Calls of functions that open the tenant context, for a batch and as the prepared start of a read. */
export type Entrance = {
  readonly calls: () => readonly SQL[]
  readonly text: string
  readonly params: readonly unknown[]
}

export function entrance<Values extends Readonly<Record<string, unknown>>>(
  calls: (value: ValueOf<Values>) => readonly SQL[],
): (values: Values) => Entrance {
  let known: Texts<Values> | undefined
  return (values) => {
    known ??= prepare((value: ValueOf<Values>) => elementsOf(calls(value)))
    return {
      calls: () => calls((name) => sql`${sql.param(values[name])}`),
      text: known.text,
      params: known.params(values),
    }
  }
}
