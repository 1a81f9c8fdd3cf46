import { hmacKey } from './tokens/keys.ts'

/** Why a signature is invalid. For the log; responses do not say. */
export type SignatureRefusal = 'missing' | 'malformed' | 'too_old' | 'too_new'

const prefix = 'whsec_'
const toleranceSeconds = 300
/** One for the current secret, one for the previous one, and a few to spare. */
const maxSignatures = 5

/** As in Standard Webhooks 1.0: `whsec_` and 32 random bytes in base64. */
export const newWebhookSecret = (): string => prefix + crypto.getRandomValues(new Uint8Array(32)).toBase64()

const keyOf = (secret: string): Promise<CryptoKey> => hmacKey(Uint8Array.fromBase64(secret.slice(prefix.length)))

const signedContent = (id: string, timestamp: string, body: Uint8Array | string): Promise<ArrayBuffer> =>
  new Blob([`${id}.${timestamp}.`, body]).arrayBuffer()

/** The headers of a message to send, signed with each of the secrets. A retry must have the same id. */
export async function signatureHeaders(secrets: readonly string[], id: string, body: string, now: Date) {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const text = await signedContent(id, timestamp, body)
  const signatures = secrets.map(async (secret) => {
    const mac = await crypto.subtle.sign('HMAC', await keyOf(secret), text)
    return `v1,${new Uint8Array(mac).toBase64()}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': (await Promise.all(signatures)).join(' '),
  }
}

/** What the headers of a request claim. */
export type Signature = {
  readonly id: string
  readonly timestamp: string
  readonly macs: readonly Uint8Array<ArrayBuffer>[]
}

/** Reads the signature headers. The timestamp may be up to five minutes off. */
export function signatureIn(headers: Headers, now: Date): Signature | SignatureRefusal {
  const id = headers.get('webhook-id')
  const timestamp = headers.get('webhook-timestamp')
  const signatures = headers.get('webhook-signature')
  if (!id || !timestamp || !signatures) return 'missing'
  if (!/^[\x21-\x7e]{1,256}$/.test(id) || !/^\d{1,12}$/.test(timestamp)) return 'malformed'
  const macs = signatures.split(' ').flatMap((signature) => macOf(signature) ?? [])
  if (macs.length === 0 || macs.length > maxSignatures) return 'malformed'
  return timestampRefusal(Number(timestamp), now) ?? { id, timestamp, macs }
}

/** Whether any of the signatures was made with any of the secrets. */
export async function isSignedWith(
  { id, timestamp, macs }: Signature,
  body: Uint8Array,
  secrets: readonly string[],
): Promise<boolean> {
  const text = await signedContent(id, timestamp, body)
  for (const secret of secrets) {
    const expected = await crypto.subtle.sign('HMAC', await keyOf(secret), text)
    if (macs.some((mac) => crypto.subtle.timingSafeEqual(mac, expected))) return true
  }
  return false
}

function timestampRefusal(timestamp: number, now: Date): SignatureRefusal | null {
  const age = now.getTime() / 1000 - timestamp
  if (age > toleranceSeconds) return 'too_old'
  return age < -toleranceSeconds ? 'too_new' : null
}

/** Null unless it is version 1 and valid base64. */
function macOf(signature: string): Uint8Array<ArrayBuffer> | null {
  if (!/^v1,[A-Za-z0-9+/]{43}=$/.test(signature)) return null
  return Uint8Array.fromBase64(signature.slice(3))
}
