type Page = { readonly cursor: string | undefined }
export type Filters<Name extends string> = Readonly<Record<Name, string>> & Page

/** The filter, if it is one of the values that the contract has. */
export const oneOf = <Value extends string>(values: readonly Value[], value: string): Value | undefined =>
  values.find((each) => each === value)

/** Leaves out what is not set, so that the page's address and the request's are the same. */
export function given<Query extends object>(query: { [Name in keyof Query]?: Query[Name] | undefined }): Query {
  const set = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same fields, without those that are optional and absent
  return Object.fromEntries(set) as Query
}
