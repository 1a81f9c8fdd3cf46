import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queries } from '../service/queries.ts'
import type { Words } from '../words/words.tsx'
import { type Address, addressOf, queryOf } from './list-address.ts'
import { columnsOf } from './list-columns.ts'
import { type Filter, parametersOf } from './list-filter.ts'

type Page<Row> = {
  readonly data: readonly Row[]
  readonly meta: { readonly next_cursor: string | null; readonly total: number; readonly total_is_capped: boolean }
}

export type Column<Row> = {
  /** In the address. */
  readonly name: string
  readonly title: (words: Words) => string
  readonly cell: (row: Row) => ReactNode
  /** What it shows, besides the fields that the list always has. */
  readonly fields?: readonly (keyof Row & string)[]
  readonly align?: 'end'
  readonly width?: number
  /** The name that the operation sorts by. */
  readonly sort?: string
  /** Whether its head names the currency of the store. */
  readonly isMoney?: true
  /** Shown only if it is chosen. */
  readonly isExtra?: true
}

/** A view of the service: some filters, and how many rows they find. */
type View = {
  readonly view: string
  readonly query: string
  readonly count: number
  readonly count_is_capped: boolean
}

/** Everything that a list is. */
export type ListDescription<Row extends { readonly id: string }> = {
  readonly name: keyof Words['screens']
  /** The first is the link of the row, and always shown. */
  readonly columns: readonly [first: Column<Row>, ...others: Column<Row>[]]
  /** What is asked for whichever columns are chosen: what a row on a phone and the link of a row need. */
  readonly fields: readonly (keyof Row & string)[]
  readonly filters: readonly Filter<Row>[]
  readonly views?: {
    readonly load: (store: string, signal: AbortSignal) => Promise<readonly View[]>
    readonly names: (words: Words) => Readonly<Record<string, string>>
  }
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

/** What a list understands of an address. */
export const knownAddress = <Row extends { readonly id: string }>(
  { filters }: ListDescription<Row>,
  given: Readonly<Record<string, unknown>>,
): Address => addressOf(given, filters.flatMap(parametersOf))

/** The query of a list at an address, for its screen and for the router, which loads it with the screen. */
export const listQuery = <Row extends { readonly id: string }>(
  list: ListDescription<Row>,
  store: string,
  address: Address,
) => {
  const several = list.filters.filter(({ kind }) => kind === 'choice').map(({ name }) => name)
  const shown = columnsOf(list.columns, address).flatMap(({ fields = [] }) => fields)
  const named = list.filters.flatMap((filter) => ('fields' in filter && address[filter.name] ? filter.fields : []))
  const query = { ...queryOf(address, several), fields: [...new Set([...list.fields, ...shown, ...named])].join(',') }
  return queryOptions({
    queryKey: [store, list.name, query],
    queryFn: ({ signal }) => list.load(store, query, signal),
    placeholderData: keepPreviousData,
  })
}

/** The views of the service with their counts, which a search or another filter does not change. */
export const viewsQuery = <Row extends { readonly id: string }>({ name, views }: ListDescription<Row>, store: string) =>
  queryOptions({
    queryKey: [store, name, 'views'],
    queryFn: ({ signal }) => views?.load(store, signal) ?? [],
    enabled: views !== undefined,
    staleTime: 30_000,
  })

/** Starts the requests of a list, with its screen. */
export function prepareList<Row extends { readonly id: string }>(
  list: ListDescription<Row>,
  store: string,
  given: Readonly<Record<string, unknown>>,
): void {
  void queries.prefetchQuery(listQuery(list, store, knownAddress(list, given)))
  if (list.views) void queries.prefetchQuery(viewsQuery(list, store))
}
