import type { Context } from 'hono'
import { isFormToken } from '../../../platform/auth/sign-in/web-session.ts'
import { configOf } from '../../../platform/configuration/config.ts'
import { received } from '../../../platform/http/bodies/read-body.ts'
import { type IdempotencyKey, newIdempotencyKey } from '../../../platform/operation/idempotency-key.ts'
import { PageRefused } from './page-refused.ts'
import type { PageEnv } from './with-web-session.ts'

/** The form's fields. Refuses with `foreign_form` unless a page of ours sent it, in the session it was rendered for. */
export async function readForm(c: Context<PageEnv>): Promise<URLSearchParams> {
  const form = isForm(c.req.header('Content-Type'))
    ? new URLSearchParams(new TextDecoder().decode(await received(c.req.arrayBuffer())))
    : undefined
  const token = form?.get('form_token') ?? ''
  if (!form || !isSameOrigin(c) || !(await isFormToken(c.var.session, token))) throw new PageRefused('foreign_form')
  c.set('form', form)
  return form
}

const isForm = (type: string | undefined) =>
  type?.split(';')[0]?.trim().toLowerCase() === 'application/x-www-form-urlencoded'

/**
 * Sec-Fetch-Site decides. Our own forms send `Origin: null`, because the pages send no referrer (Fetch, §3.2). So Origin
 * decides only without Sec-Fetch-Site, but a foreign Origin is always refused.
 */
function isSameOrigin(c: Context<PageEnv>): boolean {
  const site = c.req.header('Sec-Fetch-Site')
  const origin = c.req.header('Origin')
  const ownOrigins = [configOf(c.env).publicUrl, new URL(c.req.url).origin]
  if (origin !== undefined && origin !== 'null' && !ownOrigins.includes(origin)) return false
  return site === undefined ? origin !== undefined && origin !== 'null' : site === 'same-origin'
}

/** The form's idempotency key, so that a form sent twice acts once. */
export function keyOf(form: URLSearchParams): IdempotencyKey {
  const value = form.get('form_id') ?? ''
  return /^[0-9a-f-]{36}$/.test(value) ? { value, isFromCaller: true } : newIdempotencyKey()
}
