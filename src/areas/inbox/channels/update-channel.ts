import { and, eq, isNull, sql } from 'drizzle-orm'
import * as z from 'zod'
import { inOpenStore, lockVersion, storeOf } from '../../../platform/db/in-stores.ts'
import { channelKinds, channels } from '../../../platform/db/schema/inbox.ts'
import { id } from '../../../platform/values/ids.ts'
import { ExpectedVersion, operation } from '../../../platform/operation/operation.ts'
import { refusal, type Refusals } from '../../../platform/operation/refusals.ts'
import { Channel, channelJson, readChannel, toChannel } from './channel.ts'
import { checkSendUrl, Credentials, FromName, kindsOfField, ChannelName, SendUrl } from './channel-fields.ts'
import { sealAll } from './create-channel.ts'

const fieldRefusals = {
  unknown_channel_field: refusal(
    'invalid_input',
    { field: z.string(), kind: z.enum(channelKinds) },
    ({ field, kind }) => `A channel of kind ${kind} has no ${field}. Remove it from the request.`,
    { problem: 'unknown_field', members: () => ({}) },
  ),
} as const satisfies Refusals

export const updateChannel = operation(
  {
    name: 'update_channel',
    scope: 'inbox:manage',
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
    output: Channel,
    refusals: fieldRefusals,
  },
  async ({ caller, write }, { channel_id, expected_version, name, send_url, from_name, ...secrets }) => {
    const { publicUrl, vault } = caller.deployment
    checkSendUrl(send_url, publicUrl)
    const settings = withoutUndefined({ send_url, from_name })
    const credentials = await sealAll(vault, withoutUndefined(secrets), channel_id)
    const fields = [...Object.keys(settings), ...Object.keys(credentials)]
    const isThisChannel = and(inOpenStore(channels.storeId), eq(channels.id, channel_id), isNull(channels.archivedAt))
    const row = await write({
      store: storeOf(channels, channel_id, sql`archived_at is null`),
      statements: (db) => [
        db.execute(lockVersion(channels, channel_id, expected_version)),
        ...(name === undefined && fields.length === 0
          ? []
          : [
              db.execute(
                sql`select app.expect_channel_fields(${channel_id}, ${JSON.stringify(fields.map(kindsOfField))}::jsonb)`,
              ),
              db
                .update(channels)
                .set({
                  ...(name !== undefined && { name }),
                  settings: sql`jsonb_strip_nulls(${channels.settings} || ${JSON.stringify(settings)}::jsonb)`,
                  credentials: sql`${channels.credentials} || ${JSON.stringify(credentials)}::jsonb`,
                  version: sql`${channels.version} + 1`,
                  updatedAt: sql`now()`,
                })
                .where(isThisChannel),
              db.execute(sql`select app.record_event('channel.updated', ${channel_id},
          ${JSON.stringify({ changed: [...(name === undefined ? [] : ['name']), ...fields] })})`),
            ]),
      ],
      result: channelJson(channel_id),
      read: readChannel,
    })
    return toChannel(row, caller.deployment)
  },
)

/** Keeps null, which removes a setting. */
const withoutUndefined = <Value>(fields: Record<string, Value | undefined>): Record<string, Value> =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
