import { and, eq, isNull } from 'drizzle-orm'
import * as z from 'zod'
import { inVisibleStores } from '../../../platform/db/in-stores.ts'
import { channels } from '../../../platform/db/schema/inbox.ts'
import { notFound } from '../../../platform/errors/errors.ts'
import { id } from '../../../platform/values/ids.ts'
import { operation } from '../../../platform/operation/operation.ts'
import { Channel, channelColumns, toChannel } from './channel.ts'

export const getChannel = operation(
  { name: 'get_channel', scope: 'inbox:read', input: z.strictObject({ channel_id: id('channel') }), output: Channel },
  async ({ caller, run }, { channel_id }) => {
    const [[row]] = await run((db) => [
      db
        .select(channelColumns)
        .from(channels)
        .where(and(inVisibleStores(channels.storeId), eq(channels.id, channel_id), isNull(channels.archivedAt))),
    ])
    if (!row) throw notFound('channel')
    return toChannel(row, caller.deployment)
  },
)
