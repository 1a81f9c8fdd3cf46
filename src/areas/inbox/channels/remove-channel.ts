import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { lockVersion, storeOf } from '../../../platform/db/in-stores.ts'
import { channels } from '../../../platform/db/schema/inbox.ts'
import { id } from '../../../platform/values/ids.ts'
import { ExpectedVersion, operation } from '../../../platform/operation/operation.ts'
import { Channel, channelJson, readChannel, toChannel } from './channel.ts'

/** Erases the credentials. Conversations can still be read. Removing a channel again changes nothing. */
export const removeChannel = operation(
  {
    name: 'remove_channel',
    scope: 'inbox:manage',
    input: z.strictObject({ channel_id: id('channel'), expected_version: ExpectedVersion }),
    output: Channel,
  },
  async ({ caller, write }, { channel_id, expected_version }) => {
    const row = await write({
      store: storeOf(channels, channel_id),
      statements: (db) => [
        db.execute(lockVersion(channels, channel_id, expected_version)),
        db.execute(sql`select app.archive_channel(${channel_id})`),
      ],
      result: channelJson(channel_id),
      read: readChannel,
    })
    return toChannel(row, caller.deployment)
  },
)
