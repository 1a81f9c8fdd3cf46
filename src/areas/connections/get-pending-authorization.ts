import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { isManager, tokenScopes } from '../../platform/auth/tokens/scopes.ts'
import { roles } from '../../platform/db/schema/stores.ts'
import { selectInvitations, toInvitation } from '../invitations/invitation.ts'
import { operation } from '../../platform/operation/operation.ts'
import {
  clientKinds,
  hashHandle,
  PendingAuthorization,
  redirectTarget,
  RequestHandle,
  requestNotFound,
} from './authorization-request.ts'
import { imitatedVendor } from './imitated-vendor.ts'

const Shown = z.object({
  client: z.object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(clientKinds),
    host: z.string().nullable(),
  }),
  redirect_uri: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  expires_at: z.string(),
})

const Memberships = z.array(z.object({ id: z.string(), slug: z.string(), name: z.string(), role: z.enum(roles) }))

/**
 * What the consent page shows. Binds the request to the first browser that shows it, and to the caller who saw it last:
 * nobody else can answer it. `not_found` if it is unknown, answered, expired or bound to another browser.
 */
export const getPendingAuthorization = operation(
  {
    name: 'get_pending_authorization',
    scope: 'account',
    input: z.strictObject(RequestHandle),
    output: PendingAuthorization,
  },
  async ({ run }, { request, browser }) => {
    const hash = await hashHandle(request)
    const [shown, memberships, invited] = await run((db) => [
      db.execute(sql`select app.show_authorization(decode(${hash}, 'hex'), decode(${browser}, 'hex')) as request`),
      db.execute(sql`
        select s.id, s.slug, s.name, m.role from stores s
          join store_members m on m.store_id = s.id and m.user_id = app.caller()
         where s.id = any(app.stores()) and s.status = 'active' order by lower(s.name), s.id limit 500`),
      selectInvitations(db)
        .where(sql`app.stores() = '{}'`)
        .limit(3),
    ])
    const found = Shown.nullable().parse(shown.rows[0]?.['request'])
    if (found === null) throw requestNotFound()
    const stores = Memberships.parse(memberships.rows)
    const redirect = redirectTarget(found.redirect_uri)
    return {
      client: { ...found.client, ...verify(found, redirect) },
      redirect,
      scopes: found.scopes,
      stores: stores.filter(({ role }) => isManager(role)),
      memberships: stores.length,
      invitations: invited.map(toInvitation),
      expires_at: new Date(found.expires_at).toISOString(),
    }
  },
)

type Target = ReturnType<typeof redirectTarget>

/**
 * Known clients have redirect URIs listed in the code. A metadata document proves only that the client is on the document's
 * own host, so it is verified only if it redirects there. On the user's own device any program can listen under any name,
 * so neither verification nor a warning would mean anything.
 */
function verify({ client, redirect_uri }: z.output<typeof Shown>, { host, loopback }: Target) {
  if (client.kind === 'known') return { verified: true, imitates: null }
  const imitates = loopback ? null : imitatedVendor(client.name, redirect_uri)
  const redirectsToOwnHost = client.kind === 'document' && client.host === host && !loopback
  return { verified: redirectsToOwnHost && imitates === null, imitates }
}
