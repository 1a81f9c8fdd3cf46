import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Caller } from '../context.ts'
import { notFound } from '../errors.ts'
import { isId } from '../ids.ts'
import { getMe } from '../stores/get-me.ts'
import { chooseStore } from './store-choice.tsx'
import type { PageEnv } from './with-web-session.ts'

const lastStore = '__Host-store'

/** The caller, in the store that they ask for or looked at last; without `store` where they belong to none. */
export async function inStore(c: Context<PageEnv>, asked: string | undefined) {
  const { caller } = c.var
  let me = await getMe(caller, {})
  if (me.stores.length > 0 && asked !== undefined && isId(asked) && !me.stores.some(({ id }) => id === asked)) {
    // The address that somebody was invited with: who names the store joins it, or is told that there is none.
    await getMe({ ...caller, storeId: asked }, {})
    me = await getMe(caller, {})
  }
  const { stores, invitations } = me
  const account = { ...c.var.account, invitations }
  if (stores.length === 0) return { me, store: null, account }
  const store = chooseStore(stores, asked, getCookie(c, lastStore))
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
