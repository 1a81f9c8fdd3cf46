import type { Problem } from '../errors/errors.ts'

/** The token decides the store, so store_id is refused at any depth, never silently ignored. */
export function storeIds(value: unknown, at: string): Problem[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const pointer = `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    if (name !== 'store_id') return storeIds(inner, pointer)
    const detail = 'The token belongs to one store, which every call uses. Omit store_id.'
    return [{ pointer, code: 'store_id_refused', detail }]
  })
}
