import type { Context } from 'hono'

type Answering = Pick<Context, 'header' | 'json' | 'req'>

/** A resource with its ETag. */
export function reply<T extends { version: number }>(c: Answering, resource: T) {
  c.header('ETag', `"v${resource.version}"`)
  return c.json(resource, 200)
}

/** A resource just made, and where it is. */
export function created<T extends { id: string; version?: number }>(c: Answering, resource: T) {
  if (resource.version !== undefined) c.header('ETag', `"v${resource.version}"`)
  c.header('Location', `${c.req.path.replace(/\/$/, '')}/${resource.id}`)
  return c.json(resource, 201)
}
