import { isNull } from 'drizzle-orm'
import { channels } from '../../../platform/db/schema/inbox.ts'
import { selection } from '../../../platform/db/selection.ts'
import { resource } from '../../../platform/operation/resource.ts'
import { id } from '../../../platform/values/ids.ts'
import { Channel, channelColumns, toChannel } from './channel.ts'

export const getChannel = resource({
  name: 'channel',
  table: channels,
  scope: { read: 'inbox:read', write: 'inbox:manage' },
  id: { channel_id: id('channel') },
  output: Channel,
  selected: selection(channelColumns),
  exists: isNull(channels.archivedAt),
  toOutput: (row, { deployment }) => toChannel(row, deployment),
}).get
