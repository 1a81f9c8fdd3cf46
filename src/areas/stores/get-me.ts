import { asc, sql } from 'drizzle-orm'
import * as z from 'zod'
import { sessionOf } from '../../platform/operation/context.ts'
import { inVisibleStores } from '../../platform/db/in-stores.ts'
import { shownName } from '../../platform/db/person.ts'
import { roles, storeMembers, stores } from '../../platform/db/schema/stores.ts'
import { webhooks } from '../../platform/db/schema/webhooks.ts'
import { id } from '../../platform/values/ids.ts'
import { Invitation, selectInvitations, toInvitation } from '../invitations/invitation.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Store, storeColumns } from './store.ts'

const NamedStore = z.object({ id: id('store'), slug: z.string(), name: z.string(), role: z.enum(roles) })

/** What a front end needs of a store to show anything, and the caller's role in it. */
const MyStore = NamedStore.extend({
  ...Store.pick({ currency: true, currency_exponent: true, timezone: true }).shape,
  failing_webhooks: z
    .int()
    .describe(
      'Webhooks that fail for an hour or longer, or that the service disabled. 0 for those who may not manage webhooks',
    ),
})

/** At most 20 webhooks a store are read. */
const failingWebhooks = sql`(select count(*) from ${webhooks} w
  where w.store_id = stores.id and app.manages(app.role(stores.id)) and w.deleted_at is null
    and (w.disabled_reason <> 'by_hand' or w.enabled and w.failing_since < now() - interval '1 hour'))`.mapWith(Number)

export const getMe = operation(
  {
    name: 'get_me',
    scope: 'account',
    input: z.strictObject({}),
    output: z.object({
      id: z.string().describe("The caller's user id, which is their member id in every store"),
      issuer: z.string(),
      subject: z.string(),
      name: z
        .string()
        .nullable()
        .describe('From the identity provider, or else the part of the email address before the @'),
      email: z.string().nullable(),
      email_verified: z
        .boolean()
        .describe(
          'Whether a trusted identity provider has verified the address; if not, they cannot see or accept invitations to it',
        ),
      stores: z.array(MyStore),
      invitations: z
        .array(
          NamedStore.extend({
            invitation_id: id('invitation'),
            ...Invitation.pick({ invited_by: true, expires_at: true }).shape,
          }),
        )
        .describe(
          'Stores that invited the caller, at most 100. Join one with POST /api/invitations/{invitation_id}/accept',
        ),
    }),
  },
  async ({ caller, run }) => {
    const { id, slug, name, role, currency, currencyExponent: currency_exponent, timezone } = storeColumns
    const person = sessionOf(caller)
    const { issuer, subject, email } = person
    const [myStores, [me], invitations] = await run((db) => [
      db
        .select({ id, slug, name, role, currency, currency_exponent, timezone, failing_webhooks: failingWebhooks })
        .from(stores)
        .where(inVisibleStores(stores.id))
        .orderBy(asc(stores.name), asc(stores.id)),
      db.select({ id: sql<string>`me.id`, name: sql<string | null>`me.name` }).from(
        sql`(select app.caller() as id, (select ${shownName(sql`m`)} from ${storeMembers} m
            where m.store_id = any(app.stores()) and m.user_id = app.caller() limit 1) as name) as me`,
      ),
      selectInvitations(db).limit(100),
    ])
    if (!me) throw new Error('there is no caller')
    return {
      id: me.id,
      issuer,
      subject,
      name: person.name ?? me.name ?? email?.split('@')[0] ?? null,
      email,
      email_verified: person.emailVerified,
      stores: myStores,
      invitations: invitations.map((row) => {
        const { id: invitation_id, store, role, invited_by, expires_at } = toInvitation(row)
        return { ...store, role, invitation_id, invited_by, expires_at }
      }),
    }
  },
)
