import { hmacKey } from '../auth/tokens/keys.ts'

/** Why a signature does not hold; the wire is told less. */
export type SignatureRefusal = 'missing' | 'malformed' | 'too_old' | 'too_new'

const prefix = 'whsec_'
const toleranceSeconds = 300
/** Of the secret before and the one now, and some to spare. */
const maxSignatures = 5

/** Standard Webhooks 1.0: `whsec_` and 32 random bytes in base64. */
export const newWebhookSecret = (): string => prefix + crypto.getRandomValues(new Uint8Array(32)).toBase64()

const keyOf = (secret: string): Promise<CryptoKey> => hmacKey(Uint8Array.fromBase64(secret.slice(prefix.length)))

const signed = (id: string, timestamp: string, body: Uint8Array | string): Promise<ArrayBuffer> =>
  new Blob([`${id}.${timestamp}.`, body]).arrayBuffer()

/** The headers of a message that the service sends. The id stays the same when it is sent again. */
export async function signatureHeaders(secret: string, id: string, body: string, now: Date) {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const text = await signed(id, timestamp, body)
  const mac = await crypto.subtle.sign('HMAC', await keyOf(secret), text)
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${new Uint8Array(mac).toBase64()}`,
  }
}

/** What a call says that it is signed with, and when. */
export type Signature = {
  readonly id: string
  readonly timestamp: string
  readonly macs: readonly Uint8Array<ArrayBuffer>[]
}

/** The signature that the headers have, as far as it can be right: of now, within five minutes. */
export function signatureIn(headers: Headers, now: Date): Signature | SignatureRefusal {
  const id = headers.get('webhook-id')
  const timestamp = headers.get('webhook-timestamp')
  const signatures = headers.get('webhook-signature')
  if (!id || !timestamp || !signatures) return 'missing'
  if (!/^[\x21-\x7e]{1,256}$/.test(id) || !/^\d{1,12}$/.test(timestamp)) return 'malformed'
  const macs = signatures.split(' ').flatMap((one) => macOf(one) ?? [])
  if (macs.length === 0 || macs.length > maxSignatures) return 'malformed'
  return tooFar(Number(timestamp), now) ?? { id, timestamp, macs }
}

/** Whether one of the secrets made one of the signatures. */
export async function isSignedWith(
  { id, timestamp, macs }: Signature,
  body: Uint8Array,
  secrets: readonly string[],
): Promise<boolean> {
  const text = await signed(id, timestamp, body)
  for (const secret of secrets) {
    const right = await crypto.subtle.sign('HMAC', await keyOf(secret), text)
    if (macs.some((mac) => crypto.subtle.timingSafeEqual(mac, right))) return true
  }
  return false
}

function tooFar(timestamp: number, now: Date): SignatureRefusal | null {
  const age = now.getTime() / 1000 - timestamp
  if (age > toleranceSeconds) return 'too_old'
  return age < -toleranceSeconds ? 'too_new' : null
}

/** Of other versions than v1, and of what is no base64, there is none. */
function macOf(signature: string): Uint8Array<ArrayBuffer> | null {
  if (!/^v1,[A-Za-z0-9+/]{43}=$/.test(signature)) return null
  return Uint8Array.fromBase64(signature.slice(3))
}
