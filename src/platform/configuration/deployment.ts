import { openVault } from '../auth/tokens/vault.ts'
import type { Deployment } from '../operation/context.ts'
import { channelKeysOf, type Config } from './config.ts'

/** The page where an invited person signs in and joins the store; null if web sign-in is not configured. */
export const signInUrl = ({ publicUrl, webSignIn }: Config, storeId: string): string | null =>
  webSignIn && `${publicUrl}/settings/store?store=${storeId}`

/** The part of the configuration that operations see. */
export const deploymentOf = (config: Config): Deployment => ({
  publicUrl: config.publicUrl,
  signInUrl: (storeId) => signInUrl(config, storeId),
  graphUrl: config.graphUrl,
  media: config.media,
  storeCreation: config.storeCreation,
  challenge: config.turnstile && { provider: 'turnstile', site_key: config.turnstile.siteKey },
  vault: openVault(() => channelKeysOf(config)),
})
