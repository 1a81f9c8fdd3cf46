import { useEffect, useState } from 'preact/hooks'

/** The part of the URL after the #: a path such as /orders/019…, and filters in a query. */
export type Route = { readonly path: readonly string[]; readonly query: URLSearchParams }

function currentRoute(): Route {
  const [path = '', query = ''] = location.hash.slice(1).split('?')
  return { path: path.split('/').filter(Boolean).map(decodeURIComponent), query: new URLSearchParams(query) }
}

export function useRoute(): Route {
  const [route, setRoute] = useState(currentRoute)
  useEffect(() => {
    const update = () => setRoute(currentRoute())
    addEventListener('hashchange', update)
    return () => removeEventListener('hashchange', update)
  }, [])
  return route
}

/** Link to a screen. Leaves out filters without a value. */
export function linkTo(path: string, filters: Readonly<Record<string, string | undefined>> = {}): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) if (value) query.set(name, value)
  return query.size === 0 ? `#${path}` : `#${path}?${query}`
}

export const goTo = (link: string): void => location.assign(link)
