import { getTableColumns, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Read } from '../../context.ts'
import { keptRow } from '../../db/as-table.ts'
import { channelKinds, channels } from '../../db/schema/inbox.ts'
import { id } from '../../ids.ts'

export type ChannelKind = (typeof channelKinds)[number]

const hookPath = '/api/inbox/hooks/'

export const Channel = z.object({
  id: id('channel'),
  store_id: id('store'),
  kind: z.enum(channelKinds),
  name: z.string(),
  account_id: z
    .string()
    .nullable()
    .describe("WhatsApp's phone number id, the id of the page or Instagram account, or the e-mail address"),
  send_url: z.string().nullable().describe('Where replies are posted to, signed'),
  from_name: z.string().nullable().describe('Whose name e-mail is sent under'),
  credentials: z.array(z.string()).describe('Names of those that are kept; none of them is ever shown'),
  hook_url: z.string().nullable().describe('Where the provider posts what customers write'),
  previous_secret_until: z.iso.datetime().nullable().describe('Until then, the secret before the present one is good'),
  version: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})

/** As answered where a secret was made: shown now and never again. */
export const ChannelWithSecret = Channel.extend({
  secret: z.string().optional().describe('What hooks and replies are signed with: shown now and never again'),
})

const { credentials: _credentials, archivedAt: _archivedAt, id: idColumn, ...otherColumns } = getTableColumns(channels)

/** Beside the columns of a channel, the names of its credentials. `id` first: a list's left join tells an empty page by its being null. */
export const channelColumns = {
  id: idColumn,
  ...otherColumns,
  // Written out: Drizzle leaves the table's name away where it selects from one.
  credentialNames: sql<string[]>`array(select jsonb_object_keys(channels.credentials) order by 1)`,
}

export type ChannelRow = Omit<typeof channels.$inferSelect, 'credentials' | 'archivedAt'> & {
  credentialNames: string[]
}

/** `made`: what the write that is read said of itself. */
export const readChannel: Read<ChannelRow & { made: string | null }> = (db, result) =>
  db.select({ ...channelColumns, made: sql<string | null>`kept ->> 'made'` }).from(keptRow(channels, result))

/** A channel of the open store as a write's result, with the names of its credentials alone. */
export const channelJson = (channelId: string, made: string | null = null) =>
  sql`app.channel_json(${channelId}) || jsonb_build_object('made', ${made}::text)`

const day = 86_400_000

export function toChannel(row: ChannelRow, { publicUrl }: { publicUrl: string }): z.output<typeof Channel> {
  const previousUntil = row.secretRotatedAt && new Date(row.secretRotatedAt.getTime() + day)
  return {
    id: row.id,
    store_id: row.storeId,
    kind: row.kind,
    name: row.name,
    account_id: row.kind === 'web_form' ? null : row.accountId,
    send_url: row.settings['send_url'] ?? null,
    from_name: row.settings['from_name'] ?? null,
    credentials: row.credentialNames.filter((name) => name !== 'previous_secret'),
    hook_url: row.kind === 'web_form' ? null : `${publicUrl}${hookPath}${row.id}`,
    previous_secret_until: previousUntil?.toISOString() ?? null,
    version: row.version,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }
}
