import {
  isSignedWith,
  type Signature,
  signatureIn,
  type SignatureRefusal,
} from '../../../platform/auth/standard-webhooks.ts'
import { hmacKey } from '../../../platform/auth/tokens/keys.ts'
import type { Vault } from '../../../platform/auth/tokens/vault.ts'
import { signedKinds } from '../channels/channel-fields.ts'
import type { ChannelKind } from '../channels/channel.ts'
import { type HookCredentials, secretsOf } from './hook-credentials.ts'

type Mac = Uint8Array<ArrayBuffer>

/** Reads the X-Hub-Signature-256 header. */
function metaMacIn(headers: Headers): Mac | SignatureRefusal {
  const header = headers.get('X-Hub-Signature-256')
  if (header === null) return 'missing'
  const hex = /^sha256=([0-9a-f]{64})$/i.exec(header)?.[1]
  return hex === undefined ? 'malformed' : Uint8Array.fromHex(hex)
}

/** Whether it is the HMAC of the raw body with one of the app's secrets. */
async function isSignedByMeta(mac: Mac, body: Uint8Array, secrets: readonly string[]): Promise<boolean> {
  for (const secret of secrets) {
    const key = await hmacKey(Uint8Array.from(new TextEncoder().encode(secret)))
    if (await crypto.subtle.verify('HMAC', key, mac, body)) return true
  }
  return false
}

/** The signatures of a request in both formats, or why they are unusable. */
export type Signatures = {
  readonly meta: Uint8Array<ArrayBuffer> | SignatureRefusal
  readonly webhook: Signature | SignatureRefusal
}

export const signaturesIn = (headers: Headers, now: Date): Signatures => ({
  meta: metaMacIn(headers),
  webhook: signatureIn(headers, now),
})

/** Rejects a request that no secret could have signed, before the channel and the body are read. */
export function headerRefusal({ meta, webhook }: Signatures): SignatureRefusal | null {
  if (typeof meta !== 'string' || typeof webhook !== 'string') return null
  return webhook === 'missing' ? meta : webhook
}

type HookRequest = {
  readonly channelId: string
  readonly signatures: Signatures
  /** Called only once the signature could be valid. */
  readonly body: () => Promise<Uint8Array>
  readonly vault: Vault
}

export const metaKinds: readonly ChannelKind[] = ['whatsapp', 'instagram', 'messenger']

/** Why a request did not come from the provider; null if it did. */
export async function hookRefusal(
  channel: HookCredentials,
  { channelId, signatures: { meta, webhook }, body, vault }: HookRequest,
): Promise<SignatureRefusal | 'mismatch' | 'no_hook' | null> {
  if (signedKinds.includes(channel.kind)) {
    if (typeof webhook === 'string') return webhook
    const secrets = await secretsOf(channel, ['secret', 'previous_secret'], channelId, vault)
    return (await isSignedWith(webhook, await body(), secrets)) ? null : 'mismatch'
  }
  if (!metaKinds.includes(channel.kind)) return 'no_hook'
  if (typeof meta === 'string') return meta
  const secrets = await secretsOf(channel, ['app_secret'], channelId, vault)
  return (await isSignedByMeta(meta, await body(), secrets)) ? null : 'mismatch'
}

/** Compares a verify token with the channel's, in constant time. */
export async function hasVerifyToken(
  channel: HookCredentials | null,
  token: string,
  channelId: string,
  vault: Vault,
): Promise<boolean> {
  const [expected] = channel ? await secretsOf(channel, ['verify_token'], channelId, vault) : []
  const [a, b] = await Promise.all([digest(token), digest(expected ?? '')])
  return crypto.subtle.timingSafeEqual(a, b) && expected !== undefined
}

const digest = (text: string) => crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
