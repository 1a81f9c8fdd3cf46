import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Caller } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { isId } from '../../ids.ts'
import { getMe } from '../../stores/get-me.ts'
import { chooseStore } from './store-choice.tsx'
import type { PageEnv } from '../sessions/with-web-session.ts'

const lastStore = '__Host-store'

/** The caller, in the store that they ask for or looked at last; without `store` where they belong to none. */
export async function inStore(c: Context<PageEnv>, asked: string | undefined) {
  const { caller } = c.var
  const me = await getMe(caller, {})
  const { stores, invitations } = me
  // The address that an invited person was given shows that invitation first. Coming here accepts nothing: any site could
  // send them.
  const meant = invitations.find(({ id }) => id === asked)
  const account = {
    ...c.var.account,
    invitations: (meant ? [meant, ...invitations.filter((one) => one !== meant)] : invitations).map(
      ({ invitation_id, name, role, invited_by }) => ({ id: invitation_id, name, role, invitedBy: invited_by.email }),
    ),
  }
  if (stores.length === 0) return { me, store: null, account }
  const store = chooseStore(stores, meant ? undefined : asked, getCookie(c, lastStore))
  if (!store) throw notFound('store')
  setCookie(c, lastStore, store.slug, {
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: 365 * 86_400,
  })
  return { me, store, stores, account, caller: { ...caller, storeId: store.id } }
}

/** The caller in the store that a form of a page of it names. */
export function callerIn(c: Context<PageEnv>, form: URLSearchParams): Caller {
  const storeId = form.get('store_id') ?? ''
  if (!isId(storeId)) throw notFound('store')
  return { ...c.var.caller, storeId }
}
