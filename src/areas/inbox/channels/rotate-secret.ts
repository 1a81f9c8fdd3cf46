import { and, eq, isNull, sql } from 'drizzle-orm'
import * as z from 'zod'
import { inOpenStore, lockVersion, storeOf } from '../../../platform/db/in-stores.ts'
import { channelKinds, channels } from '../../../platform/db/schema/inbox.ts'
import { secretAlreadyShown } from '../../../platform/errors/errors.ts'
import { id, newId } from '../../../platform/values/ids.ts'
import { ExpectedVersion, operation } from '../../../platform/operation/operation.ts'
import { refusal, type Refusals } from '../../../platform/operation/refusals.ts'
import { newWebhookSecret } from '../../../platform/auth/standard-webhooks.ts'
import { channelJson, ChannelWithSecret, readChannel, toChannel } from './channel.ts'
import { signedKinds } from './channel-fields.ts'

const rotateRefusals = {
  other_kind: refusal(
    'invalid_input',
    { kind: z.enum(channelKinds) },
    ({ kind }) => `A channel of kind ${kind} has no secret to rotate. Change its credentials with PATCH.`,
    { problem: 'other_kind', members: () => ({}) },
  ),
} as const satisfies Refusals

/** The previous secret is accepted for one more day, so that callers can switch without a gap. */
export const rotateSecret = operation(
  {
    name: 'rotate_channel_secret',
    scope: 'inbox:manage',
    recentSignIn: () => 'authenticated',
    input: z.strictObject({ channel_id: id('channel'), expected_version: ExpectedVersion }),
    output: ChannelWithSecret,
    refusals: rotateRefusals,
  },
  async ({ caller, write }, { channel_id, expected_version }) => {
    const secret = newWebhookSecret()
    const sealed = await caller.deployment.vault.seal(secret, channel_id)
    const marker = newId()
    const isThisChannel = and(inOpenStore(channels.storeId), eq(channels.id, channel_id), isNull(channels.archivedAt))
    const row = await write({
      store: storeOf(channels, channel_id, sql`archived_at is null`),
      statements: (db) => [
        db.execute(lockVersion(channels, channel_id, expected_version)),
        db.execute(sql`select app.expect_channel_kind(${channel_id}, ${sql.param(signedKinds)}::text[])`),
        db
          .update(channels)
          .set({
            credentials: sql`${channels.credentials} || jsonb_build_object(
              'secret', ${sealed}::text, 'previous_secret', ${channels.credentials} -> 'secret')`,
            secretRotatedAt: sql`now()`,
            version: sql`${channels.version} + 1`,
            updatedAt: sql`now()`,
          })
          .where(isThisChannel),
        db.execute(sql`select app.record_event('channel.secret_rotated', ${channel_id})`),
      ],
      result: channelJson(channel_id, marker),
      read: readChannel,
    })
    if (row.marker !== marker) throw secretAlreadyShown({ channel_id })
    return { ...toChannel(row, caller.deployment), secret }
  },
)
