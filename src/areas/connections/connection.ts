import { getTableColumns, sql } from 'drizzle-orm'
import * as z from 'zod'
import { isManager, tokenScopes } from '../../platform/auth/tokens/scopes.ts'
import type { Read } from '../../platform/operation/context.ts'
import { keptRow } from '../../platform/db/as-table.ts'
import { knownPerson, type KnownPerson } from '../../platform/db/person.ts'
import { connectionEndings, connections } from '../../platform/db/schema/oauth.ts'
import { id } from '../../platform/values/ids.ts'

export const Connection = z.object({
  id: id('connection'),
  store_id: id('store'),
  client_id: z.string(),
  client_name: z.string().describe('The name of the assistant when it was allowed'),
  redirect_host: z.string().describe('The host that the consent page redirected to'),
  is_device: z
    .boolean()
    .describe(
      'An app with a metadata document on a device of the person: allowing it on another device adds a connection, and replaces none',
    ),
  allowed_from: z.string().nullable().describe('Browser and system where it was allowed, such as "Firefox on Windows"'),
  scopes: z.array(z.enum(tokenScopes)),
  allowed_by: z.object({
    id: z.string(),
    name: z.string().nullable(),
    email: z.string().nullable(),
    may_manage: z
      .boolean()
      .describe('Whether they are still an owner or admin of the store. If not, the connection does not work'),
  }),
  state: z.enum(['connected', 'expired', 'ended']),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable().describe('Accurate to 5 minutes'),
  expires_at: z.iso.datetime().describe('Extended with each use, up to ends_at'),
  ends_at: z.iso.datetime().describe('180 days after it was allowed; use does not extend it'),
  revoked_at: z.iso.datetime().nullable(),
  revoked_reason: z.enum(connectionEndings).nullable(),
})

const { id: idColumn, ...otherColumns } = getTableColumns(connections)

/** `id` must be first: a null there marks an empty page of the left join. */
export const connectionColumns = {
  id: idColumn,
  ...otherColumns,
  expired: sql<boolean>`${connections.expiresAt} <= now()`,
  endsAt: sql<Date>`app.oauth_grant_end(${connections.createdAt})`.mapWith(connections.createdAt),
  allower: knownPerson(sql`${connections}.store_id`, sql`${connections}.user_id`),
}

type ConnectionRow = typeof connections.$inferSelect & { expired: boolean; endsAt: Date; allower: KnownPerson }

export const readConnection: Read<ConnectionRow> = (db, result) =>
  db.select(connectionColumns).from(keptRow(connections, result))

export const toConnection = (row: ConnectionRow): z.output<typeof Connection> => ({
  id: row.id,
  store_id: row.storeId,
  client_id: row.clientId,
  client_name: row.clientName,
  redirect_host: row.redirectHost,
  is_device: row.isDevice,
  allowed_from: row.allowedFrom,
  scopes: z.array(z.enum(tokenScopes)).parse(row.scopes),
  allowed_by: {
    id: row.userId,
    name: row.allower?.name ?? null,
    email: row.allower?.email ?? null,
    may_manage: isManager(row.allower?.role),
  },
  state: row.revokedAt !== null ? 'ended' : row.expired ? 'expired' : 'connected',
  created_at: row.createdAt.toISOString(),
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
  expires_at: row.expiresAt.toISOString(),
  ends_at: row.endsAt.toISOString(),
  revoked_at: row.revokedAt?.toISOString() ?? null,
  revoked_reason: row.revokedReason,
})
