import type { Words } from '../words/words.tsx'

type Said = (words: Words) => string

type Common = {
  readonly title: Said
  /** The heading that it stands under in the menu. */
  readonly group: Said
}

/** A filter with values of its own: any number of them, or one. */
type Choice = Common & {
  readonly kind: 'choice' | 'yes_no'
  readonly values: (words: Words) => Readonly<Record<string, string>>
}

type Typed = Common & {
  readonly kind: 'text' | 'tag' | 'city' | 'region' | 'country' | 'platform'
}

/** Up to a day. */
type Until = Common & { readonly kind: 'date' }

/** By something that the store has many of. */
type Reference<Row> = Common & {
  readonly kind: 'customer' | 'variant'
  /** What is needed of the rows to name it. */
  readonly fields: readonly string[]
  /** Its name, in one of its rows. */
  readonly nameIn: (row: Row, id: string) => string | undefined
}

/** Two parameters, such as `created_from` and `created_to`. */
type Range = Common & { readonly kind: 'dates' | 'amounts' }

type Single<Row> = Choice | Typed | Until | Reference<Row>

export type Filter<Row> = { readonly name: string } & (Single<Row> | Range)

/** What every list takes besides its filters. */
type NoFilter = 'search' | 'sort' | 'page' | 'limit' | 'cursor' | 'fields'

type Base<Name> = Name extends `${infer Of}_from` ? Of : Name extends `${infer Of}_to` ? Of : Name

/** Every filter of an operation, by its name in the contract: one too many or too few does not compile. */
export type FiltersOf<Row, Query extends object> = {
  readonly [Name in Base<Exclude<keyof Query & string, NoFilter>>]: `${Name}_from` extends keyof Query
    ? Range
    : Single<Row>
}

/** In the order of the menu. */
export const named = <Row>(filters: Readonly<Record<string, Single<Row> | Range>>): readonly Filter<Row>[] =>
  Object.entries(filters).map(([name, filter]) => ({ ...filter, name }))

/** The names of the chosen customer and variant, by filter. */
export type Names = Readonly<Partial<Record<string, string>>>

/** The parameters of a filter. */
export const parametersOf = ({ name, kind }: Pick<Filter<never>, 'name' | 'kind'>): readonly string[] =>
  kind === 'dates' || kind === 'amounts' ? [`${name}_from`, `${name}_to`] : [name]
