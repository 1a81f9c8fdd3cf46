import { listOrders } from '@merchant-commerce/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { clientOf } from '../../service/client.ts'
import { useStore } from '../../service/store.ts'

/** What the newest hundred orders have, once a field that suggests it is used. */
export function useNewestOrders() {
  const { slug } = useStore()
  const [isWanted, want] = useState(false)
  const { data } = useQuery({
    queryKey: [slug, 'newest orders'],
    queryFn: ({ signal }) =>
      listOrders({ client: clientOf(slug), signal, query: { fields: 'tags,address,destination', limit: 100 } }),
    enabled: isWanted,
    staleTime: 600_000,
  })
  return { newest: data?.data ?? [], onFocus: () => want(true) }
}
