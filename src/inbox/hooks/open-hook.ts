import type { Vault } from '../../auth/tokens/vault.ts'
import type { ChannelKind } from '../channels/channel.ts'
import { signedKinds } from '../channels/channel-fields.ts'
import { isSignedWith, type Signature, signatureIn, type SignatureRefusal } from '../../standard-webhooks.ts'
import { type Lock, secretsOf } from './channel-lock.ts'
import { isSignedByMeta, metaMacIn } from './meta-signature.ts'

/** What a call is signed with, in each of the two ways; why not, where it is not. */
export type Signatures = {
  readonly meta: Uint8Array<ArrayBuffer> | SignatureRefusal
  readonly webhook: Signature | SignatureRefusal
}

export const signaturesIn = (headers: Headers, now: Date): Signatures => ({
  meta: metaMacIn(headers),
  webhook: signatureIn(headers, now),
})

/** Why no channel's secret could have made any of them: known before the channel and the body are. */
export function unreadRefusal({ meta, webhook }: Signatures): SignatureRefusal | null {
  if (typeof meta !== 'string' || typeof webhook !== 'string') return null
  return webhook === 'missing' ? meta : webhook
}

type Asked = {
  readonly channelId: string
  readonly signatures: Signatures
  /** Read once it is known that it is of use. */
  readonly body: () => Promise<Uint8Array>
  readonly vault: Vault
}

export const metaKinds: readonly ChannelKind[] = ['whatsapp', 'instagram', 'messenger']

/** Why what was posted is not the provider's; null where it is. */
export async function hookRefusal(
  lock: Lock,
  { channelId, signatures: { meta, webhook }, body, vault }: Asked,
): Promise<SignatureRefusal | 'mismatch' | 'no_hook' | null> {
  if (signedKinds.includes(lock.kind)) {
    if (typeof webhook === 'string') return webhook
    const secrets = await secretsOf(lock, ['secret', 'previous_secret'], channelId, vault)
    return (await isSignedWith(webhook, await body(), secrets)) ? null : 'mismatch'
  }
  if (!metaKinds.includes(lock.kind)) return 'no_hook'
  if (typeof meta === 'string') return meta
  const secrets = await secretsOf(lock, ['app_secret'], channelId, vault)
  return (await isSignedByMeta(meta, await body(), secrets)) ? null : 'mismatch'
}

/** Whether Meta names the text that the channel was set up with, compared in constant time. */
export async function namesVerifyToken(
  lock: Lock | null,
  given: string,
  channelId: string,
  vault: Vault,
): Promise<boolean> {
  const [wanted] = lock ? await secretsOf(lock, ['verify_token'], channelId, vault) : []
  const [a, b] = await Promise.all([digest(given), digest(wanted ?? '')])
  return crypto.subtle.timingSafeEqual(a, b) && wanted !== undefined
}

const digest = (text: string) => crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
