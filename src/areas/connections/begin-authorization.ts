import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { tokenScopes } from '../../platform/auth/tokens/scopes.ts'
import { hashToken, newToken } from '../../platform/auth/tokens/format.ts'
import { refusal, type Refusals } from '../../platform/operation/refusals.ts'
import { publicOperation } from '../../platform/operation/operation.ts'
import { clientKinds, redirectTarget } from './authorization-request.ts'

/** What app.begin_authorization refuses. */
const beginRefusals = {
  too_many_pending: refusal(
    'rate_limited',
    { retry_after: z.int().positive() },
    ({ retry_after }) =>
      `Too many connection requests from your network are waiting for an answer. Allow or cancel one of them, or try again in ${Math.ceil(retry_after / 60)} min.`,
    { members: () => ({}), retryAfter: ({ retry_after }) => retry_after },
  ),
} as const satisfies Refusals

/** Stores a valid request for half an hour, until somebody answers it on the consent page. */
export const beginAuthorization = publicOperation(
  {
    input: z.strictObject({
      client: z.object({
        id: z.string(),
        name: z.string(),
        kind: z.enum(clientKinds),
        host: z.string().nullable(),
      }),
      redirect_uri: z.string(),
      state: z.string().nullable().describe('Exactly as in the request, still percent-encoded'),
      challenge: z.string(),
      scopes: z.array(z.enum(tokenScopes)),
      resource: z.string(),
      issuer: z.string(),
      from: z.string().nullable().describe('Hash of the address; null: unknown'),
      network: z.string().nullable().describe('Hash of the network around it'),
      document: z
        .object({ name: z.string(), redirect_uris: z.array(z.string()), seconds: z.int() })
        .nullable()
        .describe('A client metadata document that was just fetched, and how long it may be cached'),
    }),
    output: z.object({ request: z.string().describe('Handle of the request in the address of the consent page') }),
    refusals: beginRefusals,
  },
  async ({ call }, { client, redirect_uri, state, challenge, scopes, resource, issuer, from, network, document }) => {
    const request = newToken('request')
    const hash = await hashToken(request)
    const snapshot = JSON.stringify({ ...client, redirect_host: redirectTarget(redirect_uri).host })
    await call((db) => [
      db.execute(sql`select app.begin_authorization(
        decode(${hash}, 'hex'), ${snapshot}::jsonb, ${redirect_uri}, ${state}, ${challenge},
        ${sql.param(scopes)}::text[], ${resource}, ${issuer},
        ${document === null ? null : JSON.stringify(document)}::jsonb, ${document?.seconds ?? 0},
        ${from}, ${network})`),
    ])
    return { request }
  },
)
