import type { OperationRequest } from './operation.ts'

type Address = Pick<OperationRequest, 'url' | 'path' | 'query' | 'querySerializer'>

/** The URL of a request, with its path parameters and query. Undefined parameters are left out. */
export function urlOf(baseUrl: string, { url, path = {}, query = {}, querySerializer }: Address): string {
  const filled = url.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue
    const isJoined = querySerializer?.parameters?.[name]?.array?.explode === false
    const values: unknown[] = Array.isArray(value) && !isJoined ? value : [value]
    for (const one of values) search.append(name, String(one))
  }
  return `${baseUrl.replace(/\/+$/, '')}${filled}${search.size > 0 ? `?${search}` : ''}`
}
