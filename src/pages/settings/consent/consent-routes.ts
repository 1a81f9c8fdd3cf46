import { type Context, Hono } from 'hono'
import { tokenScopes } from '../../../platform/auth/tokens/scopes.ts'
import { browserOf } from './browser-cookie.ts'
import { approveConnection } from '../../../areas/connections/approve-connection.ts'
import { denyConnection } from '../../../areas/connections/deny-connection.ts'
import { getPendingAuthorization } from '../../../areas/connections/get-pending-authorization.ts'
import { ServiceError } from '../../../platform/errors/errors.ts'
import { keepsOpener } from '../../../platform/http/standard-headers.ts'
import { isId } from '../../../platform/values/ids.ts'
import { type ConsentDraft, consentPage, consentPath } from './consent-page.tsx'
import type { Language } from '../../../platform/values/language.ts'
import { deviceName } from '../page/device-name.ts'
import { takeSavedForm } from '../page/saved-form.ts'
import { show } from '../page/page.tsx'
import { PageRefused } from '../page/page-refused.ts'
import { readForm } from '../page/read-form.ts'
import { timezoneOf } from '../store/store-routes.tsx'
import { wordsIn } from '../words/words.ts'
import { type PageEnv, withWebSession } from '../page/with-web-session.ts'

/** The page where a merchant decides on an assistant's request. */
export const consentRoutes = new Hono<PageEnv>()
  .use(keepsOpener)
  .use(withWebSession)
  .get('/', async (c) => {
    const request = c.req.query('request') ?? ''
    const saved = await takeSavedForm(c, /^\/settings\/authorize$/)
    const draft =
      saved?.fields.get('request') === request ? { ...draftOf(saved.fields, c.var.language), resumed: true } : undefined
    return show(c, await consent(c, request, draft))
  })
  .post('/', async (c) => {
    const form = await readForm(c)
    const request = form.get('request') ?? ''
    const handle = { request, browser: await browserOf(c) }
    if (form.get('answer') === 'cancel') {
      const { location } = await orRequestGone(denyConnection(c.var.caller, handle))
      return c.redirect(location, 303)
    }
    const draft = draftOf(form, c.var.language)
    if (draft.storeId === null || draft.scopes.length === 0) return show(c, await consent(c, request, draft))
    const allowed_from = deviceName(c.req.header('User-Agent'))
    const answer = { ...handle, store_id: draft.storeId, scopes: [...draft.scopes], allowed_from }
    const { location } = await orRequestGone(approveConnection(c.var.caller, answer))
    return c.redirect(location, 303)
  })

async function consent(c: Context<PageEnv>, request: string, draft?: ConsentDraft) {
  const { account, caller } = c.var
  const pending = await orRequestGone(getPendingAuthorization(caller, { request, browser: await browserOf(c) }))
  const invitations = pending.invitations.map(({ id, store, role, invited_by }) => ({
    id,
    name: store.name,
    role,
    invitedBy: invited_by.email,
  }))
  const accountWithInvitations = { ...account, invitations, returnTo: consentPath(request) }
  return consentPage({ handle: request, pending, account: accountWithInvitations, timezone: timezoneOf(c), draft })
}

function draftOf(form: URLSearchParams, language: Language): ConsentDraft {
  const words = wordsIn(language)
  const storeIdParam = form.get('store_id') ?? ''
  const storeId = isId(storeIdParam) ? storeIdParam : null
  const ticked = form.getAll('scopes')
  const scopes = tokenScopes.filter((scope) => ticked.includes(scope))
  return {
    storeId,
    scopes,
    resumed: false,
    errors: {
      store: storeId === null ? words.consent.chooseStore : undefined,
      scopes: scopes.length === 0 ? words.tokens.scopesWrong : undefined,
    },
  }
}

/** The merchant cannot fix a request that is no longer open, so it gets its own page. */
async function orRequestGone<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not_found') throw new PageRefused('request_gone')
    throw error
  }
}
