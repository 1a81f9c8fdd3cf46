import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { tokenScopes } from '../../auth/tokens/scopes.ts'
import { roles } from '../../db/schema/stores.ts'
import { invitationColumns, toInvitation } from '../../invitations/invitation.ts'
import { operation } from '../../operation.ts'
import { PendingAuthorization, RequestHandle } from './authorization-request.ts'
import { imitatedVendor } from './imitated-vendor.ts'
import { targetOf } from './redirect-target.ts'
import { handleHash, requestGone } from './request-gone.ts'

const Shown = z.object({
  client: z.object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(['known', 'document', 'registered']),
    host: z.string().nullable(),
  }),
  redirect_uri: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  expires_at: z.string(),
})

const Memberships = z.array(z.object({ id: z.string(), slug: z.string(), name: z.string(), role: z.enum(roles) }))

/**
 * What the consent page shows. Binds the request to the browser that first shows it, and to the caller who was last
 * shown it there: nobody else can answer it. `not_found` where it is unknown, answered, expired or another browser's.
 */
export const getPendingAuthorization = operation(
  {
    name: 'get_pending_authorization',
    scope: 'stores:read',
    input: z.strictObject(RequestHandle),
    output: PendingAuthorization,
  },
  async ({ run }, { request, browser }) => {
    const hash = await handleHash(request)
    const [shown, memberships, invited] = await run((db) => [
      db.execute(sql`select app.show_authorization(decode(${hash}, 'hex'), decode(${browser}, 'hex')) as request`),
      db.execute(sql`
        select s.id, s.slug, s.name, m.role from stores s
          join store_members m on m.store_id = s.id and m.user_id = app.caller()
         where s.id = any(app.stores()) and s.status = 'active' order by lower(s.name), s.id limit 500`),
      db
        .select(invitationColumns)
        .from(sql`app.my_invitations() as i`)
        .where(sql`app.stores() = '{}'`)
        .orderBy(sql`i.created_at desc, i.id desc`)
        .limit(3),
    ])
    const found = Shown.nullable().parse(shown.rows[0]?.['request'])
    if (found === null) throw requestGone()
    const stores = Memberships.parse(memberships.rows)
    const redirect = targetOf(found.redirect_uri)
    return {
      client: { ...found.client, ...standing(found, redirect) },
      redirect,
      scopes: found.scopes,
      stores: stores.filter(({ role }) => role === 'owner' || role === 'admin'),
      memberships: stores.length,
      invitations: invited.map(toInvitation),
      expires_at: new Date(found.expires_at).toISOString(),
    }
  },
)

type Target = ReturnType<typeof targetOf>

/**
 * Known clients have redirect addresses that are written down here. A document speaks for its own host: that it names
 * another one as its redirect address says nothing about who asks. On the user's machine any program may listen, under
 * whatever name, so there is nobody else's host to warn of.
 */
function standing({ client, redirect_uri }: z.output<typeof Shown>, { host, loopback }: Target) {
  if (client.kind === 'known') return { verified: true, imitates: null }
  const imitates = loopback ? null : imitatedVendor(client.name, redirect_uri)
  const redirectsToOwnHost = client.kind === 'document' && client.host === host && !loopback
  return { verified: redirectsToOwnHost && imitates === null, imitates }
}
