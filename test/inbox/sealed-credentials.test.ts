import { createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openVault } from '../../src/auth/tokens/vault.ts'
import { configOf } from '../../src/http/config.ts'
import { resealCredentials } from '../../src/inbox/channels/reseal-credentials.ts'
import { databaseOf, jobsDatabaseOf } from '../../src/http/database.ts'
import { deploymentOf } from '../../src/http/deployment.ts'
import worker from '../../src/index.ts'
import { inboxOf, post, webhookHeaders } from '../support/inbox.ts'
import { openScratch } from '../support/scratch.ts'
import { service } from '../support/service.ts'
import { openShop } from '../support/shop.ts'

const newKey = () => crypto.getRandomValues(new Uint8Array(32))
const vaultWith = (current: Uint8Array<ArrayBuffer>, previous?: Uint8Array<ArrayBuffer>) =>
  openVault(() => ({ current, ...(previous && { previous }) }))

describe('an encrypted credential', () => {
  test('can be decrypted only with its key and for its channel', async () => {
    const [key, other] = [newKey(), newKey()]
    const vault = vaultWith(key)
    const sealed = await vault.seal('whsec_قهوة', 'channel-1')
    expect(sealed).not.toContain('whsec_')
    expect(await vault.seal('whsec_قهوة', 'channel-1')).not.toBe(sealed)
    expect(await vault.open(sealed, 'channel-1')).toBe('whsec_قهوة')
    expect(await vault.open(sealed, 'channel-2')).toBeNull()
    expect(await vaultWith(other).open(sealed, 'channel-1')).toBeNull()
    expect(await vaultWith(other, key).open(sealed, 'channel-1')).toBe('whsec_قهوة')
  })

  test('cannot be decrypted if one character was changed', async () => {
    const vault = vaultWith(newKey())
    const sealed = await vault.seal('secret', 'channel-1')
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = sealed.slice(0, at) + (sealed[at] === 'B' ? 'C' : 'B') + sealed.slice(at + 1)
      // Base64 does not use all bits of the last character.
      const opened = await vault.open(changed, 'channel-1')
      expect([null, 'secret']).toContain(opened)
      if (!/^.(\.|$)/.test(sealed.slice(at))) expect(opened, `${at}`).toBeNull()
    }
    for (const nothing of ['', '.', 'x', `${sealed}.`, sealed.slice(9)])
      expect(await vault.open(nothing, 'channel-1')).toBeNull()
  })
})

describe('replacing the keys', () => {
  const Keys = z.object({
    CHANNEL_KEYS: z
      .string()
      .transform((text): unknown => JSON.parse(text))
      .pipe(z.object({ current: z.string() })),
  })
  const { CHANNEL_KEYS: before } = Keys.parse(env)
  const after = { current: newKey().toBase64({ alphabet: 'base64url', omitPadding: true }) }

  test('the hourly job encrypts all credentials again, and then the previous key can be removed', async () => {
    const scratch = await openScratch()
    const shop = await openShop({ through: scratch.service(), sql: scratch.sql })
    const { id, secret, receive } = await inboxOf(shop).addWebhook()
    const both = { CHANNEL_KEYS: JSON.stringify({ ...after, previous: before.current }) }
    const url = scratch.databaseUrl
    const hook = async (variables: object) => {
      const body = '{"from":{"phone":"+96550000001"},"body":"Hello"}'
      return (
        await post(
          service(undefined, { DATABASE_URL: url, ...variables }),
          id,
          body,
          await webhookHeaders({ secret, body }),
        )
      ).status
    }
    expect((await receive()).status).toBe(200)
    // With the new key alone, all channels would stop working.
    expect(await hook({ CHANNEL_KEYS: JSON.stringify(after) })).toBe(401)
    expect(await hook(both)).toBe(200)

    await worker.scheduled(createScheduledController({ cron: '17 * * * *' }), {
      ...env,
      ...scratch.variables(),
      ...both,
    })
    expect(await hook({ CHANNEL_KEYS: JSON.stringify(after) })).toBe(200)

    const config = configOf({ ...env, ...scratch.variables(), ...both })
    const { vault } = deploymentOf(config)
    expect(await resealCredentials({ database: databaseOf(config), jobs: jobsDatabaseOf(config), vault })).toBe(0)
  })
})
