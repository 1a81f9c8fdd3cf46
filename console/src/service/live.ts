import { listEvents } from '@merchant-commerce/client'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { clientOf } from './client.ts'
import { queries } from './queries.ts'
import { useStore } from './store.ts'

const everyMs = 10_000

/** Where the reader of a store's feed is. */
const places = new Map<string, string>()

/**
 * Shows what others do with the orders of the store: one small request every ten seconds, none while the page is hidden. What
 * changed is loaded again where it is shown.
 */
export function useLiveOrders(): void {
  const { slug } = useStore()
  const { data } = useQuery({
    queryKey: [slug, 'feed'],
    async queryFn({ signal }) {
      const { data: events, meta } = await listEvents({
        client: clientOf(slug),
        signal,
        query: { types: ['order.*'], after: places.get(slug) ?? 'latest', limit: 20 },
      })
      // Whoever was away for long needs only what there is now.
      places.set(slug, meta.next_cursor)
      if (meta.has_more) places.delete(slug)
      return { changed: [...new Set(events.map(({ subject_id }) => subject_id))] }
    },
    refetchInterval: everyMs,
    staleTime: everyMs,
    gcTime: 0,
    structuralSharing: false,
    meta: { isQuiet: true },
  })
  useEffect(() => {
    if (data && data.changed.length > 0)
      void queries.invalidateQueries({ predicate: ({ queryKey: [store, name] }) => store === slug && isOfOrders(name) })
  }, [data, slug])
}

const isOfOrders = (name: unknown): boolean => name === 'orders' || name === 'counts' || name === 'order'
