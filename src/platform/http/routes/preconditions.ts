import { notFound, ServiceError } from '../../errors/errors.ts'
import { uuidOf } from '../../values/ids.ts'
import type { RequestContext } from '../app-env.ts'

/** An id in the path. A malformed id is refused as not found. */
export function pathId({ req }: RequestContext, name: string, what: string): string {
  const id = uuidOf(req.param(name))
  if (id === null) throw notFound(what)
  return id
}

/** The version in If-Match; undefined if any version will do. Our ETags are `"v<version>"` (RFC 9110 §13.1.1). */
export function ifMatch({ req }: RequestContext): number | undefined {
  const header = req.header('If-Match')
  if (header === undefined || header === '*') return undefined
  const version = /^(?:W\/)?"v(\d{1,9})"$/.exec(header.trim())?.[1]
  if (version === undefined)
    throw new ServiceError(
      'invalid_header',
      `If-Match must be the ETag of the resource, such as "v3"${header.includes(',') ? ', and only one: send the one that you read' : ''}.`,
    )
  return Number(version)
}
