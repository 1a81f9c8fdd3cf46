import * as z from 'zod'
import { tokenScopes } from '../auth/scopes.ts'
import { id } from '../ids.ts'

/** Why a connection ended, save by running out. */
export const endings = ['disconnected', 'revoked_by_client', 'code_replayed', 'refresh_reused'] as const

export const Connection = z.object({
  id: id('connection'),
  store_id: id('store'),
  client_id: z.string(),
  client_name: z.string().describe('As the assistant called itself when it was allowed'),
  redirect_host: z.string().describe('Where the answer of the consent page went'),
  scopes: z.array(z.enum(tokenScopes)),
  allowed_by: z.object({
    id: z.string(),
    email: z.string().nullable(),
    may_manage: z.boolean().describe('Still an owner or admin of the store; if not, the connection is refused'),
  }),
  state: z.enum(['connected', 'expired', 'ended']),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable().describe('To within 5 minutes'),
  expires_at: z.iso.datetime().describe('Unless it is used before then'),
  revoked_at: z.iso.datetime().nullable(),
  revoked_reason: z.enum(endings).nullable(),
})
