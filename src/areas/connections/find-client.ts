import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { publicOperation } from '../../platform/operation/operation.ts'

/** The kinds in the database. */
const kinds = { dcr: 'registered', cimd: 'document' } as const

const StoredClient = z.object({
  kind: z.enum(['dcr', 'cimd']).transform((stored) => kinds[stored]),
  name: z.string(),
  redirect_uris: z.array(z.string()),
})

/** A registered client, or one whose metadata document is still cached. Null if the id is unknown. */
export const findClient = publicOperation(
  { input: z.strictObject({ client_id: z.string() }), output: z.custom<z.output<typeof StoredClient> | null>() },
  async ({ call }, { client_id }) => {
    const [{ rows }] = await call((db) => [db.execute(sql`select app.oauth_client(${client_id}) as client`)])
    return StoredClient.nullable().parse(rows[0]?.['client'])
  },
)
