import { isToken, hashToken } from '../../platform/auth/tokens/format.ts'
import { refusal, type Refusals } from '../../platform/operation/refusals.ts'
import { ServiceError } from '../../platform/errors/errors.ts'

const notFoundDetail =
  'This request is no longer open: it was answered, has expired, or was started in another browser. Connect again in your assistant.'

export const requestNotFound = () => new ServiceError('not_found', notFoundDetail)

/** What app.consume_authorization refuses. */
export const pendingRequestRefusals = {
  request_gone: refusal('not_found', {}, notFoundDetail),
} as const satisfies Refusals

/** The hash under which a request is stored. Refuses a malformed handle without asking the database. */
export async function hashHandle(handle: string): Promise<string> {
  if (!isToken('request', handle)) throw requestNotFound()
  return hashToken(handle)
}
