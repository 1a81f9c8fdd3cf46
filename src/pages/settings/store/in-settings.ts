import type { Context } from 'hono'
import type * as z from 'zod'
import { getStoreById } from '../../../areas/stores/get-store-by-id.ts'
import type { Caller } from '../../../platform/operation/context.ts'
import type { Account } from '../page/layout.tsx'
import type { Page } from '../page/page.tsx'
import type { PageEnv } from '../page/with-web-session.ts'
import type { Section } from '../ui/store-nav.tsx'
import { inStore } from './in-store.ts'
import type { MyStore } from './store-choice.tsx'
import { noStorePage } from './store-routes.tsx'

/** What a page about the settings of one store starts from. */
export type StoreSettings = {
  readonly account: Account
  readonly caller: Caller
  readonly stores: readonly MyStore[]
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

/** What a person has just done to one of a store's things, which its list then confirms. */
export type Done = 'created' | 'saved' | 'deleted'

export const doneOf = (param: string | undefined): Done | undefined =>
  param === 'created' || param === 'saved' || param === 'deleted' ? param : undefined
