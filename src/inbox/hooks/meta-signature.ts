import { hmacKey } from '../../auth/token-keys.ts'
import type { SignatureRefusal } from '../standard-webhooks.ts'

/** Null where X-Hub-Signature-256 is the HMAC of the body, byte for byte, with the app's secret. */
export async function metaRefusal(
  header: string | null,
  body: Uint8Array,
  secrets: readonly string[],
): Promise<SignatureRefusal | null> {
  if (header === null) return 'missing'
  const hex = /^sha256=([0-9a-f]{64})$/i.exec(header)?.[1]
  if (hex === undefined) return 'malformed'
  const mac = Uint8Array.fromHex(hex)
  for (const secret of secrets) {
    const key = await hmacKey(Uint8Array.from(new TextEncoder().encode(secret)))
    if (await crypto.subtle.verify('HMAC', key, mac, body)) return null
  }
  return 'mismatch'
}
