import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { newVersion } from '../../../platform/db/in-stores.ts'
import { channelKinds, channels } from '../../../platform/db/schema/inbox.ts'
import { secretAlreadyShown } from '../../../platform/errors/errors.ts'
import { id, newId } from '../../../platform/values/ids.ts'
import { ExpectedVersion, operation } from '../../../platform/operation/operation.ts'
import { refusal, type Refusals } from '../../../platform/operation/refusals.ts'
import { newWebhookSecret } from '../../../platform/auth/standard-webhooks.ts'
import { channelJson, ChannelWithSecret, toChannel } from './channel.ts'
import { channelResource } from './get-channel.ts'
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
  async (context, { channel_id, expected_version }) => {
    const { deployment } = context.caller
    const secret = newWebhookSecret()
    const sealed = await deployment.vault.seal(secret, channel_id)
    const marker = newId()
    const one = { id: channel_id, expected_version, result: channelJson(channel_id, marker) }
    const row = await channelResource.changeOne(context, one, [
      sql`select app.expect_channel_kind(${channel_id}, ${sql.param(signedKinds)}::text[])`,
      (db) =>
        db
          .update(channels)
          .set({
            credentials: sql`${channels.credentials} || jsonb_build_object(
              'secret', ${sealed}::text, 'previous_secret', ${channels.credentials} -> 'secret')`,
            secretRotatedAt: sql`now()`,
            ...newVersion(channels),
          })
          .where(channelResource.isOne(channel_id)),
      sql`select app.record_event('channel.secret_rotated', ${channel_id})`,
    ])
    if (row.marker !== marker) throw secretAlreadyShown({ channel_id })
    return { ...toChannel(row, deployment), secret }
  },
)
