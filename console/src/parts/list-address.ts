/** What the address says about a list: the filters, the search, the sort and the cursor of its description. */
export type Address = Readonly<Record<string, string>>

/** The names that the address of every list knows. */
const own = ['search', 'sort', 'cursor']

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

/** The values that are chosen of a filter. */
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

/** The address with a value of a filter chosen, or no longer. */
export function toggled(address: Address, name: string, value: string): Address {
  const chosen = chosenOf(address, name)
  const next = chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]
  return changed(address, { [name]: next.join(',') })
}

/** First descending, then ascending, then as the list comes. */
export function sortedBy(address: Address, name: string): Address {
  const { sort } = address
  return changed(address, { sort: sort === `-${name}` ? name : sort === name ? undefined : `-${name}` })
}

/** For the query of the operation, which takes repeated parameters. */
export const queryOf = (address: Address, filters: readonly string[]): Readonly<Record<string, string | string[]>> =>
  Object.fromEntries(
    Object.entries(address).map(([name, value]) => [name, filters.includes(name) ? value.split(',') : value]),
  )
