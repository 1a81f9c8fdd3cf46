/** What the address says about a list: the filters, the search, the sort, the columns and the cursor of its description. */
export type Address = Readonly<Record<string, string>>

/** The names that the address of every list knows. */
const own = ['search', 'sort', 'columns', 'cursor']

/** Only what the list knows, so that a mistyped or old address still opens. Several values are joined by commas. */
export function addressOf(given: Readonly<Record<string, unknown>>, filters: readonly string[]): Address {
  const known = [...own, ...filters]
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      known.includes(name) && ['string', 'number', 'boolean'].includes(typeof value) && value !== ''
        ? [[name, String(value)]]
        : [],
    ),
  )
}

/** The values that are chosen of a filter with several. */
export const chosenOf = (address: Address, name: string): readonly string[] =>
  (address[name] ?? '').split(',').filter((value) => value !== '')

/** The address with other values. What the list shows begins again at its first page. */
export function changed(address: Address, changes: Readonly<Record<string, string | undefined>>): Address {
  const { cursor: _cursor, ...rest } = address
  return Object.fromEntries(
    Object.entries({ ...rest, ...changes }).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, value]],
    ),
  )
}

/** First descending, then ascending, then as the list comes. */
export function sortedBy(address: Address, name: string): Address {
  const { sort } = address
  return changed(address, { sort: sort === `-${name}` ? name : sort === name ? undefined : `-${name}` })
}

/** For the query of the operation, which takes repeated parameters. `several`: the filters that have several values. */
export function queryOf(
  { columns: _columns, ...address }: Address,
  several: readonly string[],
): Readonly<Record<string, string | string[]>> {
  return Object.fromEntries(
    Object.entries(address).map(([name, value]) => [name, several.includes(name) ? value.split(',') : value]),
  )
}

/** Only how the rows are shown, so all of them are. */
export const allOf = ({ sort, columns }: Address): Address => changed({}, { sort, columns })

/** The filters alone. */
const filtersOf = (address: Address): Address =>
  Object.fromEntries(Object.entries(address).filter(([name]) => !own.includes(name)))

/** The filters of a view of the service, such as `status=pending&hold_reason=none`. */
export const filtersIn = (query: string): Address => Object.fromEntries(new URLSearchParams(query))

/** Whether two addresses have the same filters, in whatever order their values stand. */
export function hasSameFilters(one: Address, other: Address): boolean {
  const written = (address: Address) =>
    Object.keys(filtersOf(address))
      .toSorted()
      .map((name) => `${name}=${chosenOf(address, name).toSorted().join(',')}`)
      .join('&')
  return written(one) === written(other)
}

/** The address without its page, which is what a person keeps as a view. */
export const withoutPage = (address: Address): Address => changed(address, {})

/** Whether two addresses show the same, from the first page on. */
export function isSame(one: Address, other: Address): boolean {
  const shown = ({ search = '', sort = '', columns = '' }: Address) => [search, sort, columns].join('\n')
  return hasSameFilters(one, other) && shown(one) === shown(other)
}
