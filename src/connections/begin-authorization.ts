import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { tokenScopes } from '../auth/scopes.ts'
import { hashToken, newToken } from '../auth/token-format.ts'
import { publicOperation } from '../operation.ts'
import { targetOf } from './redirect-target.ts'

/** Keeps a request that was found to be in order until somebody answers it on the consent page, for half an hour. */
export const beginAuthorization = publicOperation(
  {
    input: z.strictObject({
      client: z.object({
        id: z.string(),
        name: z.string(),
        kind: z.enum(['known', 'document', 'registered']),
        host: z.string().nullable(),
      }),
      redirect_uri: z.string(),
      state: z.string().nullable().describe('As it stood in the request, still percent-encoded'),
      challenge: z.string(),
      scopes: z.array(z.enum(tokenScopes)),
      resource: z.string(),
      issuer: z.string(),
      document: z
        .object({ name: z.string(), redirect_uris: z.array(z.string()), seconds: z.int() })
        .nullable()
        .describe('A client metadata document just fetched, and for how long it may be kept'),
    }),
    output: z.object({ request: z.string().describe('The handle that the consent page is asked for with') }),
  },
  async ({ call }, { client, redirect_uri, state, challenge, scopes, resource, issuer, document }) => {
    const request = newToken('request')
    const hash = await hashToken(request)
    const snapshot = JSON.stringify({ ...client, redirect_host: targetOf(redirect_uri).host })
    await call((db) => [
      db.execute(sql`select app.begin_authorization(
        decode(${hash}, 'hex'), ${snapshot}::jsonb, ${redirect_uri}, ${state}, ${challenge},
        ${sql.param(scopes)}::text[], ${resource}, ${issuer},
        ${document === null ? null : JSON.stringify(document)}::jsonb, ${document?.seconds ?? 0})`),
    ])
    return { request }
  },
)
