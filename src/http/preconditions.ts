import { notFound, ServiceError } from '../errors.ts'
import { isId } from '../ids.ts'
import type { Asked } from './app-env.ts'

/** An id in the path. One that is no id is no resource either. */
export function pathId({ req }: Asked, name: string, what: string): string {
  const value = req.param(name)
  if (value === undefined || !isId(value)) throw notFound(what)
  return value.toLowerCase()
}

/** The version that If-Match asks for, or undefined where any will do. Our ETags are `"v<version>"` (RFC 9110 §13.1.1). */
export function ifMatch({ req }: Asked): number | undefined {
  const header = req.header('If-Match')
  if (header === undefined || header === '*') return undefined
  const version = /^(?:W\/)?"v(\d{1,9})"$/.exec(header.trim())?.[1]
  if (version === undefined)
    throw new ServiceError('invalid_header', 'If-Match must be the ETag that the resource was read with, such as "v3".')
  return Number(version)
}
