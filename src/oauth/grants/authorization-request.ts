import * as z from 'zod'
import { roles } from '../../db/schema/stores.ts'
import { tokenScopes } from '../../auth/tokens/scopes.ts'
import { id } from '../../ids.ts'
import { Invitation } from '../../invitations/invitation.ts'

/** What names one pending request in one browser. */
export const RequestHandle = {
  request: z.string().max(200).describe('The handle in the address of the consent page'),
  browser: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe("SHA-256, as hex, of the browser's own cookie"),
}

export const PendingAuthorization = z.object({
  client: z.object({
    id: z.string(),
    name: z.string().describe('Without control or direction marks, 64 characters at most'),
    kind: z
      .enum(['known', 'document', 'registered'])
      .describe(
        'known: a vendor this service knows. document: named by a page of `host`. registered: anybody may have',
      ),
    verified: z
      .boolean()
      .describe('The answer goes to whoever stands for the name: a known vendor, or the host of its document'),
    imitates: z
      .string()
      .nullable()
      .describe('The vendor whose assistant the name looks like, where the answer goes to somebody else'),
    host: z.string().nullable().describe("The host that the client's id is an address of"),
  }),
  redirect: z.object({
    host: z.string().describe('Where the browser goes after the answer; of a private-use scheme, the scheme'),
    loopback: z.boolean().describe("An app on the user's own machine"),
    form_action: z.string().describe('For the form-action of the content security policy'),
  }),
  scopes: z.array(z.enum(tokenScopes)).describe('What is asked for'),
  stores: z
    .array(z.object({ id: id('store'), slug: z.string(), name: z.string(), role: z.enum(roles) }))
    .describe('Those that the caller may give access to: as owner or admin'),
  memberships: z.int().describe('Of how many stores the caller is a member, in whatever role'),
  invitations: z
    .array(Invitation)
    .describe('Stores that invited the caller, at most 3 and only where they belong to none'),
  expires_at: z.iso.datetime(),
})

/** Where to send the browser, with 303: the client's redirect address with `state` and `iss` in it. */
export const Answered = z.object({ location: z.string() })
