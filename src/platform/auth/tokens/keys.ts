import * as z from 'zod'

const Key = z.base64url().transform((text, context) => {
  const bytes = Uint8Array.fromBase64(text, { alphabet: 'base64url' })
  if (bytes.length === 32) return bytes
  context.addIssue('must be 32 bytes as base64url')
  return z.NEVER
})

/** `{"current": "…", "previous"?: "…"}`. How long to keep the previous key depends on what the keys are for. */
export const TokenKeys = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue('must be a JSON object with current and, during a key change, previous')
      return z.NEVER
    }
  })
  .pipe(z.strictObject({ current: Key, previous: Key.optional() }))

export type TokenKeys = z.output<typeof TokenKeys>

export const hmacKey = (bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
