import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

type Page<Row> = { readonly data: readonly Row[]; readonly meta: { readonly next_cursor: string | null } }

type Older<Row> = {
  readonly key: readonly string[]
  /** What an order is read with. */
  readonly newest: readonly Row[]
  readonly hasOlder: boolean
  /** Where the older ones begin; null: the service is asked for the newest again. */
  readonly cursor: string | null
  readonly load: (page: {
    readonly signal: AbortSignal
    readonly query: { readonly cursor?: string; readonly limit: number }
  }) => Promise<Page<Row>>
}

/** What an order is read with the newest of, and the older ones as far as they were asked for. */
export function useOlder<Row extends { readonly id: string }>({ key, newest, hasOlder, cursor, load }: Older<Row>) {
  const [isAsked, ask] = useState(false)
  const { data, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ signal, pageParam }) =>
      load({ signal, query: { ...(pageParam !== null && { cursor: pageParam }), limit: 50 } }),
    initialPageParam: cursor,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    enabled: isAsked,
  })
  const rows = [...newest, ...(data?.pages ?? []).flatMap((page) => page.data)]
  return {
    rows: [...new Map(rows.toReversed().map((row) => [row.id, row])).values()].toReversed(),
    hasOlder: data ? hasNextPage : hasOlder,
    isFetching,
    showOlder: () => (data ? void fetchNextPage() : ask(true)),
  }
}
