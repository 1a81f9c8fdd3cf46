import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

type Page<Row> = { readonly data: readonly Row[]; readonly meta: { readonly next_cursor: string | null } }

type Request = { readonly signal: AbortSignal; readonly query: { readonly cursor?: string; readonly limit: number } }

type Options<Row> = {
  readonly key: readonly string[]
  /** The rows that came with the order. */
  readonly newest: readonly Row[]
  readonly hasOlder: boolean
  /** Where the older ones begin; null: they are asked for with the newest. */
  readonly cursor: string | null
  readonly load: (request: Request) => Promise<Page<Row>>
}

/** The rows that came with the order, then the older pages loaded so far. */
export function useOlder<Row extends { readonly id: string }>({ key, newest, hasOlder, cursor, load }: Options<Row>) {
  const [isAsked, ask] = useState(false)
  const { data, error, hasNextPage, isFetchingNextPage, isLoading, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ signal, pageParam }) =>
      load({ signal, query: { ...(pageParam !== null && { cursor: pageParam }), limit: 100 } }),
    initialPageParam: cursor,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    enabled: isAsked,
  })
  const rows = [...newest, ...(data?.pages ?? []).flatMap((page) => page.data)]
  return {
    rows: [...new Map(rows.toReversed().map((row) => [row.id, row])).values()].toReversed(),
    /** For the button that loads more. */
    older: {
      hasOlder: data ? hasNextPage : hasOlder,
      isLoading: isLoading || isFetchingNextPage,
      error,
      show: () => {
        if (data) void fetchNextPage()
        else if (isAsked) void refetch()
        else ask(true)
      },
    },
  }
}
