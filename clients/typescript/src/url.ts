import type { OperationRequest } from './operation.ts'

type Address = Pick<OperationRequest, 'url' | 'path' | 'query' | 'querySerializer'>

/** The URL of a request, with its path parameters and query. Undefined parameters are left out. */
export function urlOf(baseUrl: string, { url, path = {}, query = {}, querySerializer }: Address): string {
  const filled = url.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    const isJoined = querySerializer?.parameters?.[name]?.array?.explode === false
    append(search, name, isJoined && Array.isArray(value) ? value.join() : value)
  }
  return `${baseUrl.replace(/\/+$/, '')}${filled}${search.size > 0 ? `?${search}` : ''}`
}

/** Repeats the name for every value of an array. The members of an object have names such as `option[size]`. */
function append(search: URLSearchParams, name: string, value: unknown): void {
  if (Array.isArray(value)) for (const one of value) append(search, name, one)
  else if (isPlain(value)) for (const [member, one] of Object.entries(value)) append(search, `${name}[${member}]`, one)
  else if (isGiven(value)) search.append(name, String(value))
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

/** Others, such as a Temporal.PlainDate, are sent as texts. */
const isPlain = (value: unknown): value is object => isGiven(value) && Object.getPrototypeOf(value) === Object.prototype
