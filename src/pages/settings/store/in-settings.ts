import type { Context } from 'hono'
import type * as z from 'zod'
import { getStoreById } from '../../../areas/stores/get-store-by-id.ts'
import type { Caller } from '../../../platform/operation/context.ts'
import { type Page, show } from '../page/page.tsx'
import type { PageEnv } from '../page/with-web-session.ts'
import type { Section } from '../ui/store-nav.tsx'
import { inStore } from './in-store.ts'
import { rolePage } from './role-page.tsx'
import { canManage } from './store-choice.tsx'
import type { InStore } from './store-page.tsx'
import { noStorePage } from './store-routes.tsx'

/** What a page about the settings of one store starts from. */
export type StoreSettings = InStore & {
  readonly caller: Caller
  readonly store: z.output<typeof getStoreById.output>
}

/** Shows a page of the requested store, or the page for people without a store. */
export async function pageInStore(
  c: Context<PageEnv>,
  section: Section,
  requestedStore: string | undefined,
  page: (settings: StoreSettings) => Promise<Page>,
): Promise<Page> {
  const current = await inStore(c, requestedStore)
  if (!current.store) return noStorePage(c, { account: current.account, returnTo: `/settings/${section}` })
  const { account, caller, stores } = current
  const store = await getStoreById(caller, { store_id: current.store.id })
  return page({ account, caller, stores, store })
}

type Managed = InStore & { readonly caller: Caller }

/** Shows a page of the requested store to those who manage it. */
export async function showToManagers(
  c: Context<PageEnv>,
  section: 'mcp' | 'keys' | 'webhooks',
  requestedStore: string | undefined,
  page: (by: Managed) => Promise<Page>,
): Promise<Response> {
  const current = await inStore(c, requestedStore)
  if (!current.store) return show(c, noStorePage(c, { account: current.account, returnTo: `/settings/${section}` }))
  const { account, caller, store, stores } = current
  if (!canManage(store)) return show(c, rolePage({ account, store, stores, section }))
  return show(c, await page({ account, caller, store, stores }))
}

/** What a person has just done to one of a store's things, which its list then confirms. */
export type Done = 'created' | 'saved' | 'deleted'

export const doneOf = (param: string | undefined): Done | undefined =>
  param === 'created' || param === 'saved' || param === 'deleted' ? param : undefined
