import { openVault } from '../auth/vault.ts'
import type { Deployment } from '../context.ts'
import { channelKeysOf, type Config } from './config.ts'

/** What operations get to know of the configuration. */
export const deploymentOf = (config: Config): Deployment => ({
  publicUrl: config.publicUrl,
  graphUrl: config.graphUrl,
  challenge: config.turnstile && { provider: 'turnstile', site_key: config.turnstile.siteKey },
  vault: openVault(() => channelKeysOf(config)),
})
