import type { Vault } from '../../auth/vault.ts'
import type { ChannelKind } from '../channels/channel.ts'
import { signedKinds } from '../channels/channel-fields.ts'
import { type SignatureRefusal, webhookRefusal } from '../standard-webhooks.ts'
import { type Lock, secretsOf } from './channel-lock.ts'
import { metaRefusal } from './meta-signature.ts'

type Refusal = SignatureRefusal | 'unknown_channel' | 'no_hook'

type Asked = { readonly channelId: string; readonly headers: Headers; readonly body: Uint8Array; readonly vault: Vault }

const metaKinds: readonly ChannelKind[] = ['whatsapp', 'instagram', 'messenger']

/** Why what was posted is not the provider's; null where it is. It takes as long where there is no such channel. */
export async function hookRefusal(
  lock: Lock | null,
  { channelId, headers, body, vault }: Asked,
): Promise<Refusal | null> {
  if (lock && signedKinds.includes(lock.kind)) {
    const secrets = await secretsOf(lock, ['secret', 'previous_secret'], channelId, vault)
    return webhookRefusal(headers, body, secrets, new Date())
  }
  const secrets = lock ? await secretsOf(lock, ['app_secret'], channelId, vault) : ['nobody has this secret']
  const refusal = await metaRefusal(headers.get('X-Hub-Signature-256'), body, secrets)
  if (lock === null) return 'unknown_channel'
  return metaKinds.includes(lock.kind) ? refusal : 'no_hook'
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
