import * as z from 'zod'
import { hashToken, isToken } from '../../platform/auth/tokens/format.ts'
import { tokenScopes } from '../../platform/auth/tokens/scopes.ts'
import { roles } from '../../platform/db/schema/stores.ts'
import { ServiceError } from '../../platform/errors/errors.ts'
import { refusal, type Refusals } from '../../platform/operation/refusals.ts'
import { id } from '../../platform/values/ids.ts'
import { Invitation } from '../invitations/invitation.ts'

export const clientKinds = ['known', 'document', 'registered'] as const

/** Identifies a pending request in one browser. */
export const RequestHandle = {
  request: z.string().max(200).describe('The handle in the address of the consent page'),
  browser: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe("SHA-256 of the browser's cookie, in hex"),
}

export const PendingAuthorization = z.object({
  client: z.object({
    id: z.string(),
    name: z.string().describe('At most 64 characters, without control or direction marks'),
    kind: z
      .enum(clientKinds)
      .describe(
        'known: a vendor known to this service. document: described by a document on `host`. registered: anybody may register',
      ),
    verified: z
      .boolean()
      .describe('The response goes to a known vendor, or to the host of the client metadata document'),
    imitates: z.string().nullable().describe('The vendor that the name imitates, if the response goes elsewhere'),
    host: z.string().nullable().describe('The host of the client id, if that is a URL'),
  }),
  redirect: z.object({
    host: z.string().describe('Where the browser is sent afterwards: a host, or an app scheme'),
    loopback: z.boolean().describe("An app on the user's own device"),
    form_action: z.string().describe('For the form-action of the content security policy'),
  }),
  scopes: z.array(z.enum(tokenScopes)).describe('The requested scopes'),
  stores: z
    .array(z.object({ id: id('store'), slug: z.string(), name: z.string(), role: z.enum(roles) }))
    .describe('Stores that the caller may give access to, as owner or admin'),
  memberships: z.int().describe('How many stores the caller belongs to, in any role'),
  invitations: z
    .array(Invitation)
    .describe('Open invitations of the caller, at most 3. Empty if the caller has a store'),
  expires_at: z.iso.datetime(),
})

/** Where to send the browser, with 303: the client's redirect URI with `state` and `iss`. */
export const ConsentResult = z.object({ location: z.string() })

const notFoundDetail =
  'This request is no longer open: it was answered, has expired, or was started in another browser. Connect again in your assistant.'

export const requestNotFound = () => new ServiceError('not_found', notFoundDetail)

/** What app.consume_authorization refuses. */
export const pendingRequestRefusals = {
  request_gone: refusal('not_found', {}, notFoundDetail),
} as const satisfies Refusals

/** The hash under which a request is stored. Refuses a malformed handle without asking the database. */
export async function hashHandle(handle: string): Promise<string> {
  if (!isToken('request', handle)) throw requestNotFound()
  return hashToken(handle)
}

/** Where a redirect URI leads, as the consent page and its content security policy show it. */
export function redirectTarget(redirectUri: string) {
  const { protocol, host, hostname, origin } = new URL(redirectUri)
  if (protocol === 'https:') return { host, loopback: false, form_action: origin }
  // A host source cannot be an IPv6 address (CSP 3, section 2.3.1).
  if (protocol === 'http:') return { host, loopback: true, form_action: hostname.startsWith('[') ? 'http:' : origin }
  return { host: `${protocol}//${host}`, loopback: false, form_action: protocol }
}
