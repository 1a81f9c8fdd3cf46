import { type Address, chosenOf } from './list-address.ts'

type Known = { readonly name: string; readonly isExtra?: true }

/** The columns that are shown: the first, and those that the address names, or else the usual ones. In the order of the list. */
export function columnsOf<Column extends Known>(
  columns: readonly [Column, ...Column[]],
  address: Address,
): readonly [Column, ...Column[]] {
  const [first, ...others] = columns
  const chosen = chosenOf(address, 'columns')
  const isKnown = columns.some(({ name }) => chosen.includes(name))
  return [first, ...others.filter(({ name, isExtra }) => (isKnown ? chosen.includes(name) : !isExtra))]
}

/** The address with these columns, on the same page. The usual ones are not named. */
export function withColumns(columns: readonly Known[], address: Address, chosen: readonly string[]): Address {
  const [first] = columns
  const shown = columns.filter((column) => column === first || chosen.includes(column.name))
  const isUsual = columns.every((column) => shown.includes(column) === !column.isExtra)
  const { columns: _columns, ...rest } = address
  return isUsual ? rest : { ...rest, columns: shown.map(({ name }) => name).join(',') }
}
