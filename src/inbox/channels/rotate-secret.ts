import { and, eq, isNull, sql } from 'drizzle-orm'
import * as z from 'zod'
import { Refusal } from '../../db/failure.ts'
import { inOpenStore, lockVersion, storeOf } from '../../db/in-stores.ts'
import { channels } from '../../db/schema/inbox.ts'
import { ServiceError } from '../../errors.ts'
import { id, newId } from '../../ids.ts'
import { ExpectedVersion, operation } from '../../operation.ts'
import { newWebhookSecret } from '../standard-webhooks.ts'
import { channelJson, ChannelWithSecret, readChannel, toChannel } from './channel.ts'
import { signedKinds } from './channel-fields.ts'
import { shownBefore } from './create-channel.ts'

/** The secret before stays good for a day, so that whoever posts can change to the new one in between. */
export const rotateSecret = operation(
  {
    name: 'rotate_channel_secret',
    scope: 'inbox:manage',
    recentSignIn: () => 'authenticated',
    input: z.strictObject({ channel_id: id('channel'), expected_version: ExpectedVersion }),
    output: ChannelWithSecret,
  },
  async ({ caller, write }, { channel_id, expected_version }) => {
    const secret = newWebhookSecret()
    const sealed = await caller.deployment.vault.seal(secret, channel_id)
    const made = newId()
    const held = and(inOpenStore(channels.storeId), eq(channels.id, channel_id), isNull(channels.archivedAt))
    try {
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
            .where(held),
          db.execute(sql`select app.record_event('channel.secret_rotated', ${channel_id})`),
        ],
        result: channelJson(channel_id, made),
        read: readChannel,
      })
      if (row.made !== made) throw shownBefore(channel_id)
      return { ...toChannel(row, caller.deployment), secret }
    } catch (error) {
      if (error instanceof Refusal && error.code === 'other_kind')
        throw new ServiceError(
          'invalid_input',
          `A channel of kind ${error.detail} has no secret of ours. Change its credentials with PATCH.`,
        )
      throw error
    }
  },
)
