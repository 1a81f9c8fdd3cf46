import type { OwnView } from '../service/kept.ts'
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
