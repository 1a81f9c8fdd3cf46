import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import * as z from 'zod'
import { displayPrefix, hashToken, newToken } from '../../platform/auth/tokens/format.ts'
import { isManager, type KeyScope } from '../../platform/auth/tokens/scopes.ts'
import type { Context, Read } from '../../platform/operation/context.ts'
import { keptRow } from '../../platform/db/as-table.ts'
import { inOpenStore, storeOf } from '../../platform/db/in-stores.ts'
import { listFrom, rowsOf, total } from '../../platform/lists/list.ts'
import { knownPerson, type KnownPerson } from '../../platform/db/person.ts'
import { accessTokens, type TokenUse } from '../../platform/db/schema/access-tokens.ts'
import { ServiceError } from '../../platform/errors/errors.ts'
import { id, newId } from '../../platform/values/ids.ts'
import { closePage, openPage, type PageInput } from '../../platform/lists/page.ts'
import { Line } from '../../platform/values/text.ts'

// What access tokens for MCP and API keys have in common.

type Kind = {
  /** The kind of the secret. */
  readonly secret: 'mcp' | 'key'
  readonly noun: 'token' | 'API key'
  /** The field with the id of the one that was created before with the same idempotency key. */
  readonly idField: 'token_id' | 'key_id'
}

const kinds = {
  mcp: { secret: 'mcp', noun: 'token', idField: 'token_id' },
  api: { secret: 'key', noun: 'API key', idField: 'key_id' },
} as const satisfies Record<TokenUse, Kind>

/** What a token or key has besides its scopes and secret. */
export const AccessToken = {
  created_by: z.object({
    id: z.string(),
    name: z.string().nullable(),
    email: z.string().nullable(),
    may_manage: z.boolean().describe('Whether they are still an owner or admin of the store. If not, it does not work'),
  }),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable().describe('Accurate to 5 minutes'),
  revoked_at: z.iso.datetime().nullable(),
}

/** The input that creates one, besides its scopes. */
export const NewAccessToken = {
  name: Line(100).describe('What it is for. Shown in the list'),
  expires_in_days: z.int().min(1).max(365).default(90),
  store_id: id('store').optional().describe('Default: the store in X-Store-Id, or your only store'),
}

const { tokenHash: _tokenHash, id: idColumn, ...otherColumns } = getTableColumns(accessTokens)

/**
 * The columns of a token without the hash, and its creator's current membership. `id` must be first: a null there marks an
 * empty page of the left join.
 */
const tokenColumns = {
  id: idColumn,
  ...otherColumns,
  creator: knownPerson(sql`access_tokens.store_id`, sql`access_tokens.created_by`),
}

export type TokenRow = Omit<typeof accessTokens.$inferSelect, 'tokenHash'> & { creator: KnownPerson }

export const toAccessToken = (row: TokenRow) => ({
  created_by: {
    id: row.createdBy,
    name: row.creator?.name ?? null,
    email: row.creator?.email ?? null,
    may_manage: isManager(row.creator?.role),
  },
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
  revoked_at: row.revokedAt?.toISOString() ?? null,
})

const readToken: Read<TokenRow> = (db, result) => db.select(tokenColumns).from(keptRow(accessTokens, result))

/** A token of the open store, as the result of a write. */
const tokenJson = (tokenId: string) =>
  sql`(select to_jsonb(t) - 'token_hash' from ${accessTokens} t where t.store_id = app.store() and t.id = ${tokenId})`

type NewToken = {
  readonly name: string
  readonly scopes: readonly KeyScope[]
  readonly expires_in_days: number
  readonly store_id?: string | undefined
}

/** Creates one, and returns it with its secret. */
export async function createAccessToken({ write }: Context, use: TokenUse, input: NewToken) {
  const { secret: kind, noun, idField } = kinds[use]
  const { name, scopes, expires_in_days, store_id } = input
  const tokenId = newId()
  const secret = newToken(kind)
  const tokenHash = await hashToken(secret)
  const row = await write({
    store: store_id === undefined ? sql`app.only_store()` : sql`${store_id}::uuid`,
    statements: (db) => [
      db.execute(sql`select app.expect_present_manager()`),
      db.execute(sql`select app.expect_access_below_limit(${use})`),
      db.insert(accessTokens).values({
        storeId: sql`app.store()`,
        id: tokenId,
        use,
        name,
        scopes: [...scopes],
        tokenHash,
        tokenPrefix: displayPrefix(secret),
        createdBy: sql`app.caller()`,
        expiresAt: sql`now() + make_interval(days => ${expires_in_days})`,
      }),
      db.execute(
        sql`select app.record_event(${use === 'api' ? 'api_key.minted' : 'mcp_token.minted'}, ${tokenId}, ${JSON.stringify({ scopes })})`,
      ),
    ],
    result: tokenJson(tokenId),
    read: readToken,
  })
  // Only the hash is stored, so the secret of an earlier request cannot be returned again.
  if (row.id !== tokenId)
    throw new ServiceError(
      'duplicate',
      `${noun === 'token' ? 'A token' : 'An API key'} was already created with this Idempotency-Key, and its secret is returned only once. If you lost it, revoke the ${noun} and create another with a new key.`,
      { extra: { [idField]: row.id }, arabic: null },
    )
  return { row, secret }
}

/** Those of the stores that the caller manages, even if they are a member of others. Newest first. */
export async function findTokens({ run }: Context, use: TokenUse, input: z.output<z.ZodObject<typeof PageInput>>) {
  const page = openPage(input)
  const { counted, rows, cap } = listFrom({
    table: accessTokens,
    page,
    filter: { use },
    search: undefined,
    stores: sql`app.writable_stores()`,
  })
  const [found] = await run((db) => [
    db
      .select({ total, row: tokenColumns })
      .from(counted)
      .leftJoinLateral(rows, sql`true`)
      .orderBy(sql`${accessTokens.createdAt} desc, ${accessTokens.id} desc`),
  ])
  const shown = rowsOf(found)
  return <T>(toItem: (row: TokenRow) => T) => closePage(page, shown.rows, { total: shown.total, cap }, toItem)
}

/** One of a store that the caller manages. */
export async function findToken({ run }: Context, use: TokenUse, tokenId: string): Promise<TokenRow | undefined> {
  const inManagedStores = sql`${accessTokens.storeId} = any(app.writable_stores())`
  const [[row]] = await run((db) => [
    db
      .select(tokenColumns)
      .from(accessTokens)
      .where(and(inManagedStores, eq(accessTokens.id, tokenId), eq(accessTokens.use, use))),
  ])
  return row
}

/** It stops working with the next call. Revoking it twice has no further effect. */
export function revokeAccessToken({ write }: Context, use: TokenUse, tokenId: string): Promise<TokenRow> {
  const active = and(inOpenStore(accessTokens.storeId), eq(accessTokens.id, tokenId), isNull(accessTokens.revokedAt))
  return write({
    store: storeOf(accessTokens, tokenId, eq(accessTokens.use, use)),
    statements: (db) => [
      db.execute(
        sql`select app.record_event(${use === 'api' ? 'api_key.revoked' : 'mcp_token.revoked'}, id) from ${accessTokens} where ${active}`,
      ),
      db
        .update(accessTokens)
        .set({ revokedAt: sql`now()` })
        .where(active),
      ...(use === 'api' ? [db.execute(sql`select app.disable_unmanaged_webhooks()`)] : []),
    ],
    result: tokenJson(tokenId),
    read: readToken,
  })
}
