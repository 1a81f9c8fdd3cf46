import { type Context, Hono } from 'hono'
import { tokenScopes } from '../../auth/tokens/scopes.ts'
import { browserOf } from '../../auth/sign-in/browser.ts'
import { approveConnection } from '../../oauth/grants/approve-connection.ts'
import { denyConnection } from '../../oauth/grants/deny-connection.ts'
import { getPendingAuthorization } from '../../oauth/grants/get-pending-authorization.ts'
import { ServiceError } from '../../errors.ts'
import { isId } from '../../ids.ts'
import { type ConsentDraft, consentPage, consentPath } from './consent-page.tsx'
import { takeForm } from '../ui/kept-form.ts'
import { show } from '../ui/page.tsx'
import { PageRefused } from '../ui/page-refused.ts'
import { readForm } from '../ui/read-form.ts'
import { timezoneOf } from '../store/store-routes.tsx'
import { type PageEnv, withWebSession } from '../sessions/with-web-session.ts'

/** Where a merchant decides on an assistant's request. */
export const consentRoutes = new Hono<PageEnv>()
  .use(withWebSession)
  .get('/', async (c) => {
    const request = c.req.query('request') ?? ''
    const kept = await takeForm(c, /^\/settings\/authorize$/)
    const draft = kept?.fields.get('request') === request ? { ...draftOf(kept.fields), resumed: true } : undefined
    return show(c, await consent(c, request, draft))
  })
  .post('/', async (c) => {
    const form = await readForm(c)
    const request = form.get('request') ?? ''
    const handle = { request, browser: await browserOf(c) }
    if (form.get('answer') === 'cancel') {
      const { location } = await open(denyConnection(c.var.caller, handle))
      return c.redirect(location, 303)
    }
    const draft = draftOf(form)
    if (draft.storeId === null || draft.scopes.length === 0) return show(c, await consent(c, request, draft))
    const answer = { ...handle, store_id: draft.storeId, scopes: [...draft.scopes] }
    const { location } = await open(approveConnection(c.var.caller, answer))
    return c.redirect(location, 303)
  })

async function consent(c: Context<PageEnv>, request: string, draft?: ConsentDraft) {
  const { account, caller } = c.var
  const pending = await open(getPendingAuthorization(caller, { request, browser: await browserOf(c) }))
  const invitations = pending.invitations.map(({ id, store, role, invited_by }) => ({
    id,
    name: store.name,
    role,
    invitedBy: invited_by.email,
  }))
  const invited = { ...account, invitations, returnTo: consentPath(request) }
  return consentPage({ handle: request, pending, account: invited, timezone: timezoneOf(c), draft })
}

function draftOf(form: URLSearchParams): ConsentDraft {
  const given = form.get('store_id') ?? ''
  const storeId = isId(given) ? given : null
  const ticked = form.getAll('scopes')
  const scopes = tokenScopes.filter((scope) => ticked.includes(scope))
  return {
    storeId,
    scopes,
    resumed: false,
    wrong: {
      store: storeId === null ? 'Choose the store that it may use.' : undefined,
      scopes: scopes.length === 0 ? 'Tick at least one thing that it may do.' : undefined,
    },
  }
}

/** A request that cannot be answered any more is nothing of the merchant's doing. */
async function open<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not_found') throw new PageRefused('request_gone')
    throw error
  }
}
