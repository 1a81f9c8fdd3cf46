import { getCitySales } from '@merchant-commerce/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { clientOf } from '../../service/client.ts'
import { useStore } from '../../service/store.ts'
import type { Picker } from './picker.ts'
import { SuggestInput } from './suggest-input.tsx'

/** A city: those that orders of late went to are suggested. */
export function CityPicker(picker: Picker) {
  const { slug } = useStore()
  const [isWanted, want] = useState(false)
  const { data } = useQuery({
    queryKey: [slug, 'cities'],
    queryFn: ({ signal }) => getCitySales({ client: clientOf(slug), signal, query: { by: 'orders', limit: 50 } }),
    enabled: isWanted,
    staleTime: 600_000,
  })
  return <SuggestInput {...picker} suggestions={data?.data.map(({ city }) => city) ?? []} onFocus={() => want(true)} />
}
