import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { hashToken, newToken } from '../../platform/auth/tokens/format.ts'
import { ServiceError } from '../../platform/errors/errors.ts'
import { newId } from '../../platform/values/ids.ts'
import { publicOperation } from '../../platform/operation/operation.ts'

/** Registers a client; unused registrations expire after 24 hours. `rate_limited` over 60 per hour from one address. */
export const registerClient = publicOperation(
  {
    input: z.strictObject({
      name: z.string(),
      redirect_uris: z.array(z.string()),
      confidential: z.boolean().describe('Whether the client gets a secret'),
      registered_from: z.string().describe('Hash of the address'),
    }),
    output: z.object({ client_id: z.string(), client_secret: z.string().nullable() }),
  },
  async ({ call }, { name, redirect_uris, confidential, registered_from }) => {
    const client_id = `client_${newId().replaceAll('-', '')}`
    const client_secret = confidential ? newToken('clientSecret') : null
    const secretHash = client_secret === null ? null : await hashToken(client_secret)
    const [{ rows }] = await call((db) => [
      db.execute(sql`select app.register_oauth_client(
        ${client_id}, ${sql.param(redirect_uris)}::text[], ${JSON.stringify({ client_name: name })}::jsonb,
        decode(${secretHash}, 'hex'), ${registered_from}) as outcome`),
    ])
    if (z.enum(['registered', 'too_many']).parse(rows[0]?.['outcome']) === 'too_many')
      throw new ServiceError(
        'rate_limited',
        'Too many clients were registered from this address in the last hour. Try again later.',
        {
          retryAfter: 3600,
        },
      )
    return { client_id, client_secret }
  },
)
