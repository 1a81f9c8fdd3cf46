import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Words } from '../words/words.tsx'
import { addressOf, queryOf } from './list-address.ts'

type Page<Row> = {
  readonly data: readonly Row[]
  readonly meta: { readonly next_cursor: string | null; readonly total: number; readonly total_is_capped: boolean }
}

export type Column<Row> = {
  readonly title: (words: Words) => string
  readonly cell: (row: Row) => ReactNode
  readonly align?: 'end'
  readonly width?: number
  /** The name that the operation sorts by. */
  readonly sort?: string
  /** Whether its head names the currency of the store. */
  readonly isMoney?: true
}

/** Everything that a list is. `Query` is the query of its operation in the contract: a filter that is gone does not compile. */
export type ListDescription<Row extends { readonly id: string }, Query extends object> = {
  readonly name: keyof Words['screens']
  readonly columns: readonly [first: Column<Row>, ...others: Column<Row>[]]
  readonly filters: readonly {
    readonly name: keyof Query & string
    readonly title: (words: Words) => string
    /** What the menu offers. Without it, the filter comes from an address alone. */
    readonly values?: (words: Words) => Readonly<Record<string, string>>
    /** What is said of a value that the menu does not offer. Default: the value. */
    readonly said?: (words: Words) => string
  }[]
  readonly placeholder: (words: Words) => string
  /** What an empty list says: what will be here, and the one way to start, below the address of the store. */
  readonly empty: (words: Words) => {
    readonly title: string
    readonly text: string
    readonly start: { readonly text: string; readonly path: string }
  }
  readonly count: (words: Words, total: number) => string
  /** A row on a phone: who and how much; status and when. */
  readonly phone: (row: Row) => {
    readonly first: readonly [ReactNode, ReactNode]
    readonly second: readonly [ReactNode, ReactNode]
  }
  readonly load: (store: string, query: object, signal: AbortSignal) => Promise<Page<Row>>
  /** The address of a row, below that of the store. */
  readonly path: (row: Row) => string
}

/** The query of a list at an address, for its screen and for the router, which loads it with the screen. */
export const listQuery = <Row extends { readonly id: string }, Query extends object>(
  list: ListDescription<Row, Query>,
  store: string,
  given: Readonly<Record<string, unknown>>,
) => {
  const filters = list.filters.map(({ name }) => name)
  const query = queryOf(addressOf(given, filters), filters)
  return queryOptions({
    queryKey: [store, list.name, query],
    queryFn: ({ signal }) => list.load(store, query, signal),
    placeholderData: keepPreviousData,
  })
}
