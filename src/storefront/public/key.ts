import * as z from 'zod'
import { ServiceError } from '../../errors.ts'

/** The shopper's Idempotency-Key, or one made for the request: either way the service may repeat a write that got lost. */
export const Key = z.strictObject({ value: z.string(), given: z.boolean() })

export const keyReused = () =>
  new ServiceError(
    'idempotency_key_reused',
    'This Idempotency-Key was used for a request with another body. Use a new key for a new request.',
  )

export async function sha256(asked: unknown): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(asked)))
  return new Uint8Array(digest).toHex()
}
