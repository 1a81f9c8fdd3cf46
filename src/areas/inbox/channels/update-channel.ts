import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { idAlone } from '../../../platform/references/reference.ts'
import { newVersion } from '../../../platform/db/in-stores.ts'
import { channelKinds, channels } from '../../../platform/db/schema/inbox.ts'
import { id } from '../../../platform/values/ids.ts'
import { ExpectedVersion } from '../../../platform/operation/operation.ts'
import { refusal, type Refusals } from '../../../platform/operation/refusals.ts'
import { checkSendUrl, Credentials, FromName, kindsOfField, ChannelName, SendUrl } from './channel-fields.ts'
import { sealAll } from './create-channel.ts'
import { channelResource } from './get-channel.ts'

const fieldRefusals = {
  unknown_channel_field: refusal(
    'invalid_input',
    { field: z.string(), kind: z.enum(channelKinds) },
    ({ field, kind }) => `A channel of kind ${kind} has no ${field}. Remove it from the request.`,
    { problem: 'unknown_field', members: () => ({}) },
  ),
} as const satisfies Refusals

export const updateChannel = channelResource.change({
  recentSignIn: ({ access_token, app_secret, verify_token }) =>
    (access_token ?? app_secret ?? verify_token) === undefined ? null : 'authenticated',
  input: z.strictObject({
    channel_id: id('channel'),
    expected_version: ExpectedVersion,
    name: ChannelName.optional(),
    send_url: SendUrl.nullable().optional(),
    from_name: FromName.nullable().optional(),
    access_token: Credentials.access_token.optional(),
    app_secret: Credentials.app_secret.optional(),
    verify_token: Credentials.verify_token.optional(),
  }),
  refusals: fieldRefusals,
  save: async ({ name, send_url, from_name, ...secrets }, { id, isOne, caller }) => {
    const channelId = idAlone(id)
    const { publicUrl, vault } = caller.deployment
    checkSendUrl(send_url, publicUrl)
    const settings = withoutUndefined({ send_url, from_name })
    const credentials = await sealAll(vault, withoutUndefined(secrets), channelId)
    const fields = [...Object.keys(settings), ...Object.keys(credentials)].map(kindsOfField)
    return [
      sql`select app.expect_channel_fields(${channelId}, ${JSON.stringify(fields)}::jsonb)`,
      (db) =>
        db
          .update(channels)
          .set({
            name,
            settings: sql`jsonb_strip_nulls(${channels.settings} || ${JSON.stringify(settings)}::jsonb)`,
            credentials: sql`${channels.credentials} || ${JSON.stringify(credentials)}::jsonb`,
            ...newVersion(channels),
          })
          .where(isOne),
    ]
  },
})

/** Keeps null, which removes a setting. */
const withoutUndefined = <Value>(fields: Record<string, Value | undefined>): Record<string, Value> =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
