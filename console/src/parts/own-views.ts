import { queryOptions, useQuery } from '@tanstack/react-query'
import { me, queries } from '../service/queries.ts'
import { type OwnView, ownViewsOf } from '../service/kept.ts'
import { useStore } from '../service/store.ts'
import type { Address } from './list-address.ts'
import { renamed, withView } from './view-list.ts'

const ownViews = (person: string, store: string, list: string) =>
  queryOptions({
    queryKey: [store, list, 'own views', person],
    queryFn: () => ownViewsOf(person, store, list).get(),
    staleTime: Infinity,
    // Also without a network.
    networkMode: 'always',
  })

/** What the person keeps of a list, in this browser. */
export function useOwnViews(list: string) {
  const { slug } = useStore()
  const { data: person } = useQuery(me)
  const query = ownViews(person?.id ?? '', slug, list)
  const { data: views = [] } = useQuery({ ...query, enabled: person !== undefined })
  const set = (next: readonly OwnView[]) => {
    if (person) ownViewsOf(person.id, slug, list).set(next)
    queries.setQueryData(query.queryKey, next)
  }
  return {
    views,
    /** False if there are too many. */
    save(name: string, address: Address): boolean {
      const next = withView(views, name, address)
      if (next) set(next)
      return next !== null
    },
    rename: (old: string, name: string) => set(renamed(views, old, name)),
    remove: (name: string) => set(views.filter((each) => each.name !== name)),
  }
}
