import { queryOptions, useQuery } from '@tanstack/react-query'
import { me, queries } from '../service/queries.ts'
import { type OwnView, ownViewsOf } from '../service/kept.ts'
import { useStore } from '../service/store.ts'
import { type Address, withoutPage } from './list-address.ts'

const maxViews = 20

export const maxViewName = 40

/** The views with one more, which replaces one of the same name; null if there are too many. */
export function withView(views: readonly OwnView[], name: string, address: Address): readonly OwnView[] | null {
  const view = { name, query: new URLSearchParams(withoutPage(address)).toString() }
  if (views.some((each) => each.name === name)) return views.map((each) => (each.name === name ? view : each))
  return views.length < maxViews ? [...views, view] : null
}

/** The views with another name for one. It takes the place of the one that had that name. */
export const renamed = (views: readonly OwnView[], old: string, name: string): readonly OwnView[] =>
  views
    .filter((each) => each.name === old || each.name !== name)
    .map((each) => (each.name === old ? { ...each, name } : each))

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
