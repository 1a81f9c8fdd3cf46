import { isToken, hashToken } from '../../auth/tokens/format.ts'
import { Refusal } from '../../db/failure.ts'
import { ServiceError } from '../../errors.ts'

export const requestGone = () =>
  new ServiceError(
    'not_found',
    'This request to connect is not known: it was answered, it expired, or it was begun in another browser. Begin again in your assistant.',
  )

/** The hash by which a request is known; a handle that cannot be one needs no look into the database. */
export async function handleHash(handle: string): Promise<string> {
  if (!isToken('request', handle)) throw requestGone()
  return hashToken(handle)
}

/** For `catch`: what the database says of a request that is not there, as this service says it. */
export const goneOr = (error: unknown): unknown =>
  error instanceof Refusal && error.code === 'request_gone' ? requestGone() : error
