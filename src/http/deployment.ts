import { openVault } from '../auth/vault.ts'
import type { Deployment } from '../context.ts'
import { channelKeysOf, type Config } from './config.ts'

/** What operations get to know of the configuration. */
export const deploymentOf = (config: Config): Deployment => ({
  publicUrl: config.publicUrl,
  graphUrl: config.graphUrl,
  vault: openVault(() => channelKeysOf(config)),
})
