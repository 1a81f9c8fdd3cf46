import { listEvents, ProblemError } from '@merchant-commerce/client'
import { useQuery } from '@tanstack/react-query'
import { clientOf } from '../service/client.ts'
import { queries } from '../service/queries.ts'
import { useStore } from '../service/store.ts'

const everyMs = 10_000

/** Where the reader of a store's feed is. */
const places = new Map<string, string>()

/**
 * Shows what others do with the orders of the store: one small request every ten seconds, none while the page is hidden. What
 * changed is loaded again where it is shown.
 */
export function useLiveOrders(): void {
  const { slug } = useStore()
  useQuery({
    queryKey: [slug, 'feed'],
    async queryFn({ signal }) {
      const { data, meta } = await listEvents({
        client: clientOf(slug),
        signal,
        query: { types: ['order.*'], after: places.get(slug) ?? 'latest', limit: 20 },
      }).catch((error: unknown) => {
        // The place may be of a database that was restored.
        if (error instanceof ProblemError && error.status === 422) places.delete(slug)
        throw error
      })
      places.set(slug, meta.next_cursor)
      // Whoever was away for long needs only what there is now.
      if (meta.has_more) places.delete(slug)
      if (data.length > 0)
        for (const shown of ['order', 'orders']) void queries.invalidateQueries({ queryKey: [slug, shown] })
      return null
    },
    refetchInterval: everyMs,
    staleTime: everyMs,
  })
}
