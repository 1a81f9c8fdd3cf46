import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { publicOperation } from '../../platform/operation/operation.ts'

/** Starts a session of the web pages after the identity provider has authenticated the person. */
export const startSession = publicOperation(
  {
    input: z.strictObject({
      session_hash: z.hex().describe('SHA-256 of the id in the cookie'),
      issuer: z.string(),
      subject: z.string(),
      auth_time: z.date().nullable().describe('When the person authenticated; null if the provider does not say'),
      user_agent: z.string().nullable(),
      address_prefix: z.string().nullable(),
      replaced_hash: z.hex().nullable().describe("The browser's previous session, which ends"),
      idle_seconds: z.int(),
      max_seconds: z.int(),
    }),
    output: z.null(),
  },
  async (
    { call },
    { session_hash, issuer, subject, auth_time, user_agent, address_prefix, replaced_hash, ...ends },
  ) => {
    await call((db) => [
      db.execute(sql`select app.start_web_session(
        decode(${session_hash}, 'hex'), ${issuer}, ${subject}, ${auth_time?.toISOString() ?? null}::timestamptz,
        ${user_agent}, ${address_prefix}, decode(${replaced_hash}, 'hex'),
        make_interval(secs => ${ends.idle_seconds}), make_interval(secs => ${ends.max_seconds}))`),
    ])
    return null
  },
)
