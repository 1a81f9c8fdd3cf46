import { openVault } from '../auth/tokens/vault.ts'
import type { Deployment } from '../context.ts'
import { channelKeysOf, type Config } from './config.ts'
import { signInUrl } from './sign-in-url.ts'

/** What operations get to know of the configuration. */
export const deploymentOf = (config: Config): Deployment => ({
  publicUrl: config.publicUrl,
  signInUrl: (storeId) => signInUrl(config, storeId),
  graphUrl: config.graphUrl,
  challenge: config.turnstile && { provider: 'turnstile', site_key: config.turnstile.siteKey },
  vault: openVault(() => channelKeysOf(config)),
})
