import { hmacKey } from '../../../platform/auth/tokens/keys.ts'
import type { SignatureRefusal } from '../../../platform/auth/standard-webhooks.ts'

type Mac = Uint8Array<ArrayBuffer>

/** Reads the X-Hub-Signature-256 header. */
export function metaMacIn(headers: Headers): Mac | SignatureRefusal {
  const header = headers.get('X-Hub-Signature-256')
  if (header === null) return 'missing'
  const hex = /^sha256=([0-9a-f]{64})$/i.exec(header)?.[1]
  return hex === undefined ? 'malformed' : Uint8Array.fromHex(hex)
}

/** Whether it is the HMAC of the raw body with one of the app's secrets. */
export async function isSignedByMeta(mac: Mac, body: Uint8Array, secrets: readonly string[]): Promise<boolean> {
  for (const secret of secrets) {
    const key = await hmacKey(Uint8Array.from(new TextEncoder().encode(secret)))
    if (await crypto.subtle.verify('HMAC', key, mac, body)) return true
  }
  return false
}
