import { queryOptions } from '@tanstack/react-query'
import { queries } from '../service/queries.ts'

/** What was picked, by id: a list may have no row that says how it is called. */
export const pickedNames = (store: string) =>
  queryOptions<Readonly<Partial<Record<string, string>>>>({
    queryKey: [store, 'picked names'],
    queryFn: () => ({}),
    initialData: {},
    enabled: false,
    gcTime: Infinity,
  })

export const keepPickedName = (store: string, id: string, name: string): void =>
  void queries.setQueryData(pickedNames(store).queryKey, (before) => ({ ...before, [id]: name }))
