import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { getMe } from '../../../areas/stores/get-me.ts'
import { notFound } from '../../../platform/errors/errors.ts'
import type { Caller } from '../../../platform/operation/context.ts'
import { isId } from '../../../platform/values/ids.ts'
import type { PageEnv } from '../page/with-web-session.ts'
import { chooseStore } from './store-choice.tsx'

const lastStore = '__Host-store'

/** The caller in the requested store, or in the last one they viewed. `store` is null if they belong to none. */
export async function inStore(c: Context<PageEnv>, requestedStore: string | undefined) {
  const { caller } = c.var
  const me = await getMe(caller, {})
  const { stores, invitations } = me
  // The link given to an invited person shows their invitation first. Opening it accepts nothing, because any site
  // could send them here.
  const linkedInvitation = invitations.find(({ id }) => id === requestedStore)
  const account = {
    ...c.var.account,
    invitations: (linkedInvitation
      ? [linkedInvitation, ...invitations.filter((each) => each !== linkedInvitation)]
      : invitations
    ).map(({ invitation_id, name, role, invited_by }) => ({
      id: invitation_id,
      name,
      role,
      invitedBy: invited_by.email,
    })),
  }
  if (stores.length === 0) return { me, store: null, account }
  const store = chooseStore(stores, linkedInvitation ? undefined : requestedStore, getCookie(c, lastStore))
  if (!store) throw notFound('store')
  setCookie(c, lastStore, store.slug, {
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: 365 * 86_400,
  })
  caller.trace.store = store.id
  return { me, store, stores, account, caller: { ...caller, storeId: store.id } }
}

/** The caller in the store that the form names. */
export function callerInStoreOf(c: Context<PageEnv>, form: URLSearchParams): Caller & { storeId: string } {
  const storeId = form.get('store_id') ?? ''
  if (!isId(storeId)) throw notFound('store')
  c.var.trace.store = storeId
  return { ...c.var.caller, storeId }
}

/** What the sections of a store's page share. */
export type StoreView = {
  readonly store: { readonly id: string; readonly slug: string; readonly name: string }
  readonly formToken: string
  readonly now: Date
  /** The cursor of the list page shown. */
  readonly cursor?: string | undefined
}
