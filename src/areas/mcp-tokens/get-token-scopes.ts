import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { tokenScopes } from '../../platform/auth/tokens/scopes.ts'
import { operation } from '../../platform/operation/operation.ts'

const Scopes = z.array(z.enum(tokenScopes))

/** The scopes of the calling token, whether created in Settings or issued through OAuth. */
export const getTokenScopes = operation(
  {
    name: 'get_token_scopes',
    scope: 'stores:read',
    input: z.strictObject({}),
    output: z.object({ scopes: Scopes }),
  },
  async ({ run }) => {
    const [{ rows }] = await run((db) => [
      db.execute<{ scopes: unknown }>(sql`select to_jsonb(current_setting('app.scopes')::text[]) as scopes`),
    ])
    return { scopes: Scopes.parse(rows[0]?.scopes) }
  },
)
