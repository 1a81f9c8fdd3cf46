import * as z from 'zod'
import { ServiceError } from '../errors/errors.ts'

/**
 * The caller's Idempotency-Key (draft-ietf-httpapi-idempotency-key-header), or one created for the request. Either way, a
 * write whose response was lost can be sent again.
 */
export const IdempotencyKey = z.strictObject({ value: z.string(), isFromCaller: z.boolean() }).readonly()

export type IdempotencyKey = z.output<typeof IdempotencyKey>

/** A key for a single request. */
export const newIdempotencyKey = (): IdempotencyKey => ({ value: crypto.randomUUID(), isFromCaller: false })

/** Two requests with the same caller's key must have the same hash. Keys created here are unique, so theirs is empty. */
export const requestHash = async ({ isFromCaller }: IdempotencyKey, input: unknown): Promise<string> =>
  isFromCaller ? hashOfJson(input) : ''

export async function hashOfJson(input: unknown): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(input)))
  return new Uint8Array(digest).toHex()
}

export const keyReused = () =>
  new ServiceError(
    'idempotency_key_reused',
    'This Idempotency-Key was already used for a different request. Use a new key.',
  )
