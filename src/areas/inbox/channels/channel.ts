import { getTableColumns, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Read } from '../../../platform/operation/context.ts'
import type { Reference } from '../../../platform/references/reference.ts'
import { keptRow } from '../../../platform/db/as-table.ts'
import { channelKinds, channels } from '../../../platform/db/schema/inbox.ts'
import { toIso, type WithRowTimes } from '../../../platform/values/row-time.ts'
import { typed } from '../../../platform/db/selection.ts'
import { id } from '../../../platform/values/ids.ts'

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
    .describe('The phone number id (WhatsApp), the id of the page or Instagram account, or the email address'),
  send_url: z.string().nullable().describe('URL that replies are posted to, signed'),
  from_name: z.string().nullable().describe('Sender name of emails'),
  credentials: z.array(z.string()).describe('Names of the stored credentials. Their values are never shown'),
  hook_url: z.string().nullable().describe('URL where the provider posts incoming messages'),
  previous_secret_until: z.iso.datetime().nullable().describe('The previous secret is accepted until this time'),
  version: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})

/** The response when a secret was created. */
export const ChannelWithSecret = Channel.extend({
  secret: z.string().optional().describe('Signs hooks and replies. Shown only in this response'),
})

const { credentials: _credentials, archivedAt: _archivedAt, id: idColumn, ...otherColumns } = getTableColumns(channels)

/** A channel with the names of its credentials. `id` must be first: a null there marks an empty page of the left join. */
export const channelColumns = {
  id: idColumn,
  ...otherColumns,
  // Written out, because Drizzle omits the table name if a query has only one table.
  credentialNames: typed(
    'jsonb',
    sql<string[]>`(select coalesce(jsonb_agg(k order by k), '[]') from jsonb_object_keys(channels.credentials) as k)`,
  ),
}

export type ChannelRow = WithRowTimes<Omit<typeof channels.$inferSelect, 'credentials' | 'archivedAt'>> & {
  credentialNames: string[]
}

/** `marker` identifies the write that stored the result. */
export const readChannel: Read<ChannelRow & { marker: string | null }> = (db, result) =>
  db.select({ ...channelColumns, marker: sql<string | null>`kept ->> 'marker'` }).from(keptRow(channels, result))

/** A channel of the open store as the result of a write, without credentials. */
export const channelJson = (channelId: Reference, marker: string | null = null) =>
  sql`app.channel_json(${channelId}) || jsonb_build_object('marker', ${marker}::text)`

const dayMs = 86_400_000

export function toChannel(row: ChannelRow, { publicUrl }: { publicUrl: string }): z.output<typeof Channel> {
  const rotatedAt = row.secretRotatedAt === null ? null : new Date(toIso(row.secretRotatedAt)).getTime()
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
    previous_secret_until: rotatedAt === null ? null : new Date(rotatedAt + dayMs).toISOString(),
    version: row.version,
    created_at: toIso(row.createdAt),
    updated_at: toIso(row.updatedAt),
  }
}
