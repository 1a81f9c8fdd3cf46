import * as z from 'zod'
import { ServiceError } from './errors.ts'

/**
 * The caller's Idempotency-Key (draft-ietf-httpapi-idempotency-key-header), or one made for the request: either way the
 * service may repeat a write whose reply got lost.
 */
export const IdempotencyKey = z.strictObject({ value: z.string(), given: z.boolean() }).readonly()

export type IdempotencyKey = z.output<typeof IdempotencyKey>

/** A key for one request alone. */
export const newIdempotencyKey = (): IdempotencyKey => ({ value: crypto.randomUUID(), given: false })

/** What must be the same where a caller's key is; nobody else has one of our own. */
export const requestHash = async ({ given }: IdempotencyKey, input: unknown): Promise<string> =>
  given ? sha256(input) : ''

export async function sha256(input: unknown): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(input)))
  return new Uint8Array(digest).toHex()
}

export const keyReused = () =>
  new ServiceError(
    'idempotency_key_reused',
    'This Idempotency-Key was used for a request with another body. Use a new key for a new request.',
  )
