import { type SQL, sql } from 'drizzle-orm'

export type Stretch = 'previous' | 'current'

/** The sum of a column of `sold`. */
export const sumIn = (stretch: Stretch) => (column: string) =>
  sql`coalesce(sum(sold.${sql.identifier(column)}) filter (where sold.stretch = ${sql.raw(stretch === 'previous' ? '1' : '2')}), 0)`.mapWith(
    Number,
  )

/** The sum of a column of minor units, which can exceed what a number holds exactly. */
export const sumMinorIn = (stretch: Stretch) => (column: string) => sumIn(stretch)(column).mapWith(BigInt)

/** The values that a query returns for the sums it selects. */
export type SumsOf<Selected extends Record<string, SQL>> = {
  [K in keyof Selected]: Selected[K] extends SQL<infer Value> ? Value : never
}
