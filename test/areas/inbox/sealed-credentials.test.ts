import { createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { openVault } from '../../../src/platform/auth/tokens/vault.ts'
import { configOf } from '../../../src/platform/configuration/config.ts'
import { resealCredentials } from '../../../src/areas/inbox/channels/reseal-credentials.ts'
import { databaseOf, jobsDatabaseOf } from '../../../src/platform/configuration/database.ts'
import { deploymentOf } from '../../../src/platform/configuration/deployment.ts'
import worker from '../../../src/index.ts'
import { watchLog } from '../../support/run/log.ts'
import { inboxOf, post, webhookHeaders } from '../../support/inbox.ts'
import { openScratch } from '../../support/scratch.ts'
import { service } from '../../support/service.ts'
import { openShop } from '../../support/shop.ts'
import { webhooksOf } from '../../support/webhooks.ts'
import { onLoopback } from '../../support/outside/outside.ts'

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

  describe('with a key that the secrets were not encrypted with', () => {
    const counted = async (variables: object) => {
      const { lines } = watchLog()
      const error = await worker
        .scheduled(createScheduledController({ cron: '17 * * * *' }), { ...env, ...variables })
        .then(() => null, String)
      vi.restoreAllMocks()
      const line = lines.map((one): unknown => JSON.parse(one)).find((one) => Counted.safeParse(one).success)
      return { error, counts: Counted.parse(line) }
    }
    const Counted = z.looseObject({ message: z.literal('secrets counted') })

    test('the hourly job and /readyz count those that nobody can decrypt, and say when a rotation is done', async () => {
      const scratch = await openScratch()
      const through = service(undefined, { DATABASE_URL: scratch.databaseUrl, ...onLoopback })
      const shop = await openShop({ through, sql: scratch.sql })
      await inboxOf(shop).addWebhook()
      await webhooksOf(shop).add()
      const withKeys = (keys: object) => ({ ...scratch.variables(), CHANNEL_KEYS: JSON.stringify(keys) })
      const [lost, both] = [withKeys(after), withKeys({ ...after, previous: before.current })]
      const ready = async (variables = {}) => (await service(undefined, variables).fetch('/readyz')).body

      expect(await ready(lost)).toMatchObject({
        status: 'not_ready',
        reasons: [expect.stringMatching(/^2 secrets .* cannot be decrypted with CHANNEL_KEYS/)],
      })
      expect(await ready({ ...lost, CHANNEL_KEYS: undefined })).toMatchObject({ status: 'not_ready' })
      const broken = await counted(lost)
      expect(broken.error).toContain('2 secrets')
      expect(broken.counts).toMatchObject({ current: 0, previous: 0, unreadable: 2 })

      expect(await ready(both)).toMatchObject({ status: 'ready' })
      const done = await counted(both)
      expect(done).toMatchObject({ error: null, counts: { current: 2, previous: 0, unreadable: 0 } })
      expect(await ready(lost)).toMatchObject({ status: 'ready' })
    })

    test('the next rotation is not held up by them', async () => {
      const scratch = await openScratch()
      const through = service(undefined, { DATABASE_URL: scratch.databaseUrl, ...onLoopback })
      const shop = await openShop({ through, sql: scratch.sql })
      const { id } = await webhooksOf(shop).add()
      await scratch.sql`insert into webhooks (store_id, id, url, events, secret, managed_by, managed_by_kind)
        select store_id, uuidv7(), url, events, '0badc0de.' || n, managed_by, managed_by_kind from webhooks, generate_series(1, 600) as n where id = ${id}`
      // So that a scan meets it last.
      await scratch.sql`update webhooks set description = 'last' where id = ${id}`
      const both = { ...scratch.variables(), CHANNEL_KEYS: JSON.stringify({ ...after, previous: before.current }) }
      expect((await counted(both)).counts).toMatchObject({ current: 1, previous: 0, unreadable: 600 })
    })
  })
})
