import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { rolesByScope, type Scope } from '../../platform/auth/tokens/scopes.ts'
import type { Db } from '../../platform/db/client.ts'
import { accessTokens } from '../../platform/db/schema/access-tokens.ts'
import { deliveryMethods } from '../../platform/db/schema/delivery-methods.ts'
import { channels } from '../../platform/db/schema/inbox.ts'
import { storeInvitations } from '../../platform/db/schema/invitations.ts'
import { connections } from '../../platform/db/schema/oauth.ts'
import { products } from '../../platform/db/schema/products.ts'
import { storefronts } from '../../platform/db/schema/storefront.ts'
import { storeMembers, stores } from '../../platform/db/schema/stores.ts'

export const firstSteps = ['store', 'product', 'delivery', 'publish', 'channel', 'invitation', 'assistant'] as const

type Step = {
  /** What one needs to take it. It is shown to nobody else. */
  readonly scope: Scope
  readonly isDone: SQL
}

const some = (rows: SQL) => sql`exists (select from ${rows})`

const ofStore = (table: PgTable, and = sql`true`) =>
  some(sql`${table} as t where t.store_id = app.only_store() and ${and}`)

/** What a shop needs before it sells, and how to see that it was done. */
const steps: Readonly<Record<(typeof firstSteps)[number], Step>> = {
  store: {
    scope: 'stores:manage',
    isDone: some(sql`${stores} as t where t.id = app.only_store() and t.country is not null`),
  },
  product: { scope: 'catalog:write', isDone: ofStore(products, sql`t.status <> 'archived'`) },
  delivery: { scope: 'catalog:write', isDone: ofStore(deliveryMethods, sql`t.active`) },
  publish: { scope: 'storefront:write', isDone: ofStore(storefronts, sql`t.published_version is not null`) },
  channel: { scope: 'inbox:manage', isDone: ofStore(channels, sql`t.archived_at is null`) },
  invitation: {
    scope: 'members:manage',
    isDone: sql`(${ofStore(storeInvitations)}
      or ${ofStore(storeMembers, sql`t.user_id <> app.caller()`)})`,
  },
  // One that was connected once, and has left since, is a step that was taken.
  assistant: {
    scope: 'tokens:manage',
    isDone: sql`(${ofStore(connections)}
      or ${ofStore(accessTokens, sql`t.use = 'mcp'`)})`,
  },
}

const may = (scope: Scope) =>
  sql`app.role(app.only_store()) in (${sql.join(
    rolesByScope[scope].map((role) => sql`${role}`),
    sql`, `,
  )})`

/** The steps that the caller may take, in their order. */
export const selectFirstSteps = (db: Db) =>
  db
    .select({ step: sql<(typeof firstSteps)[number]>`step`, is_done: sql<boolean>`is_done` })
    .from(
      sql`(${sql.join(
        firstSteps.map(
          (step, nth) =>
            sql`select ${nth}::int as nth, ${step} as step, ${steps[step].isDone} as is_done where ${may(steps[step].scope)}`,
        ),
        sql` union all `,
      )}) as steps`,
    )
    .orderBy(sql`nth`)
