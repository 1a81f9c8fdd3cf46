import * as z from 'zod'
import type { ReplyFailure, FailureCode } from './outcome.ts'

/** An error of the Graph API: in a response, or in a WhatsApp status that arrives at the hook. */
export const GraphError = z.looseObject({
  code: z.number(),
  error_subcode: z.number().nullish(),
  message: z.string().nullish(),
  title: z.string().nullish(),
  is_transient: z.boolean().nullish(),
  error_data: z.looseObject({ details: z.string().nullish() }).nullish(),
})

export type GraphError = z.output<typeof GraphError>

type Kind = { readonly code: FailureCode; readonly isTemporary: boolean; readonly reason: string }

const windowClosed: Kind = {
  code: 'window_closed',
  isTemporary: false,
  reason:
    'More than 24 hours have passed since the customer last wrote, and after that Meta accepts only templates. Contact them in another way, or wait until they write.',
}
const notAuthorized: Kind = {
  code: 'not_authorized',
  isTemporary: false,
  reason:
    'Meta rejected the access token, or it lacks a permission. An owner or admin must set a new one with PATCH /api/inbox/channels/{id}.',
}
const recipientUnavailable: Kind = {
  code: 'recipient_unavailable',
  isTemporary: false,
  reason: 'The customer cannot receive messages on this channel at the moment.',
}
const rateLimited: Kind = {
  code: 'rate_limited',
  isTemporary: true,
  reason: 'The limit of messages that Meta accepts was reached.',
}
const outage: Kind = { code: 'unreachable', isTemporary: true, reason: 'Meta is temporarily unavailable.' }
const rejected: Kind = { code: 'rejected', isTemporary: false, reason: 'Meta rejected the message.' }

/** The subcodes of error 10 that mean a closed window. Its other subcodes are about permissions. */
const windowSubcodes = [2018278, 2534022]

/** From developers.facebook.com, "Error codes" of the Cloud API and of the Messenger Platform. */
const kinds: ReadonlyMap<number, Kind> = new Map([
  ...[131047].map((code) => [code, windowClosed] as const),
  ...[0, 3, 10, 190, 368, 131005, 131031, 133010].map((code) => [code, notAuthorized] as const),
  ...[551, 130472, 131021, 131026, 131030, 131049, 131050].map((code) => [code, recipientUnavailable] as const),
  ...[4, 17, 32, 613, 80007, 130429, 131048, 131056].map((code) => [code, rateLimited] as const),
  ...[1, 2, 1200, 131000, 131016, 131057, 133004].map((code) => [code, outage] as const),
])

function kindOf({ code, error_subcode, is_transient }: GraphError, status: number): Kind {
  if (code === 10 && windowSubcodes.includes(error_subcode ?? 0)) return windowClosed
  const known = kinds.get(code) ?? (code >= 200 && code < 300 ? notAuthorized : undefined)
  if (known) return known
  if (status === 429) return rateLimited
  return status >= 500 || is_transient === true ? outage : rejected
}

/** What an error means for the reply. `status` is the HTTP status of the response, if the error arrived in one. */
export function graphFailure(error: GraphError, status = 400): ReplyFailure & { isTemporary: boolean } {
  const { code, isTemporary, reason } = kindOf(error, status)
  const metaMessage = error.error_data?.details ?? error.message ?? error.title
  // Messages about an invalid token contain the token.
  const quote = code === 'not_authorized' || !metaMessage ? '' : ` Meta says: ${metaMessage.slice(0, 300)}`
  return { code, isTemporary, reason: `${reason} (error ${error.code})${quote}` }
}
