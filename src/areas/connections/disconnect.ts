import { and, eq, isNull, sql } from 'drizzle-orm'
import * as z from 'zod'
import { inOpenStore, storeOf } from '../../platform/db/in-stores.ts'
import { connections } from '../../platform/db/schema/oauth.ts'
import { id } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Connection, readConnection, toConnection } from './connection.ts'

/** Blocks the assistant from its next call on. Disconnecting twice has no further effect. */
export const disconnect = operation(
  {
    name: 'disconnect',
    scope: 'tokens:manage',
    input: z.strictObject({ connection_id: id('connection') }),
    output: Connection,
  },
  async ({ write }, { connection_id }) => {
    const active = and(
      inOpenStore(connections.storeId),
      eq(connections.id, connection_id),
      isNull(connections.revokedAt),
    )
    const row = await write({
      store: storeOf(connections, connection_id),
      statements: (db) => [
        db.execute(
          sql`select app.record_event('connection.revoked', id, '{"reason": "disconnected"}') from ${connections} where ${active}`,
        ),
        db
          .update(connections)
          .set({ revokedAt: sql`now()`, revokedReason: 'disconnected' })
          .where(active),
      ],
      result: sql`(select to_jsonb(c) from ${connections} c where c.store_id = app.store() and c.id = ${connection_id})`,
      read: readConnection,
    })
    return toConnection(row)
  },
)
