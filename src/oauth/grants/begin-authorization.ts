import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { tokenScopes } from '../../auth/tokens/scopes.ts'
import { hashToken, newToken } from '../../auth/tokens/format.ts'
import { Refusal } from '../../db/failure.ts'
import { ServiceError } from '../../errors.ts'
import { publicOperation } from '../../operation.ts'
import { targetOf } from './redirect-target.ts'

/**
 * Keeps a valid request for half an hour, until somebody answers it on the consent page. `rate_limited` where too many
 * requests from the address are still unanswered.
 */
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
      from: z.string().nullable().describe('Stands for the address, and does not tell it; null: unknown'),
      network: z.string().nullable().describe('Likewise for the network around it'),
      document: z
        .object({ name: z.string(), redirect_uris: z.array(z.string()), seconds: z.int() })
        .nullable()
        .describe('A client metadata document just fetched, and for how long it may be kept'),
    }),
    output: z.object({ request: z.string().describe('The handle that the consent page is asked for with') }),
  },
  async ({ call }, { client, redirect_uri, state, challenge, scopes, resource, issuer, from, network, document }) => {
    const request = newToken('request')
    const hash = await hashToken(request)
    const snapshot = JSON.stringify({ ...client, redirect_host: targetOf(redirect_uri).host })
    try {
      await call((db) => [
        db.execute(sql`select app.begin_authorization(
          decode(${hash}, 'hex'), ${snapshot}::jsonb, ${redirect_uri}, ${state}, ${challenge},
          ${sql.param(scopes)}::text[], ${resource}, ${issuer},
          ${document === null ? null : JSON.stringify(document)}::jsonb, ${document?.seconds ?? 0},
          ${from}, ${network})`),
      ])
    } catch (error) {
      throw tooManyOr(error)
    }
    return { request }
  },
)

const TooMany = z.object({ retry_after: z.int().positive() })

function tooManyOr(error: unknown): unknown {
  if (!(error instanceof Refusal) || error.code !== 'too_many_pending') return error
  const { retry_after: retryAfter } = TooMany.parse(JSON.parse(error.detail))
  return new ServiceError(
    'rate_limited',
    `Too many connection requests from your network are waiting for an answer. Allow or cancel one of them, or try again in ${Math.ceil(retryAfter / 60)} min.`,
    { retryAfter },
  )
}
