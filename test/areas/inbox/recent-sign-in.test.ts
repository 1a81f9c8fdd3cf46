import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { SignInNeeded } from '../../../src/platform/auth/sign-in/sign-in-needed.ts'
import { sessionHash, newSession } from '../../../src/platform/auth/sign-in/web-session.ts'
import { configOf } from '../../../src/platform/configuration/config.ts'
import { callerOf } from '../../../src/platform/http/callers/with-session.ts'
import { createChannel } from '../../../src/areas/inbox/channels/create-channel.ts'
import { listChannels } from '../../../src/areas/inbox/channels/list-channels.ts'
import { rotateSecret } from '../../../src/areas/inbox/channels/rotate-secret.ts'
import { updateChannel } from '../../../src/areas/inbox/channels/update-channel.ts'
import { asOwner } from '../../support/sql.ts'
import { age, openWebShop, webIssuer } from '../../support/callers/web.ts'

test("a page shows and changes a channel's credentials only within 15 minutes of signing in", async () => {
  const { subject, store } = await openWebShop()
  const person = { issuer: webIssuer, subject, email: null, name: null, emailVerified: false }
  const hash = await sessionHash(newSession(person))
  await asOwner`insert into web_sessions (id_hash, user_id, auth_time, expires_at)
    values (decode(${hash}, 'hex'), app.user_id(${webIssuer}, ${subject}), now(), now() + interval '8 hours')`
  const trace = { roundTrips: 0, databaseMs: 0, replayed: false }
  const signedIn = callerOf(configOf(env), trace, { kind: 'web', sessionHash: hash, ...person })
  const caller = () => ({
    ...signedIn,
    storeId: store.id,
    idempotencyKey: { value: crypto.randomUUID(), isFromCaller: true },
  })
  const input = createChannel.input.parse({ kind: 'webhook', name: 'Own system' })
  const { id } = await createChannel(caller(), input)

  await age(subject, 16)
  const refused = await Promise.allSettled([
    createChannel(caller(), input),
    rotateSecret(caller(), { channel_id: id }),
    updateChannel(caller(), { channel_id: id, access_token: 'another-token' }),
  ])
  const again = { status: 'rejected', reason: new SignInNeeded('sign_in_again') }
  expect(refused).toEqual([again, again, again])
  expect((await updateChannel(caller(), { channel_id: id, name: 'Renamed' })).name).toBe('Renamed')
  expect((await listChannels(caller(), listChannels.input.parse({}))).data).toHaveLength(1)
})
