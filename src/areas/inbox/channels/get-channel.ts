import { isNull } from 'drizzle-orm'
import { channels } from '../../../platform/db/schema/inbox.ts'
import { selection } from '../../../platform/db/selection.ts'
import { resource } from '../../../platform/operation/resource.ts'
import { id } from '../../../platform/values/ids.ts'
import type { Caller } from '../../../platform/operation/context.ts'
import { Channel, channelColumns, channelJson, type ChannelRow, readChannel, toChannel } from './channel.ts'

const toOutput = (row: ChannelRow, { deployment }: Caller) => toChannel(row, deployment)

export const channelResource = resource({
  name: 'channel',
  table: channels,
  scope: { read: 'inbox:read', write: 'inbox:manage' },
  key: 'channel_id',
  id: { channel_id: id('channel') },
  output: Channel,
  selected: selection(channelColumns),
  exists: isNull(channels.archivedAt),
  toOutput,
  saved: { output: Channel, read: readChannel, json: channelJson, toOutput },
})

export const getChannel = channelResource.get
