import * as z from 'zod'
import type { Failure, FailureCode } from './outcome.ts'

/** An error of the Graph API, be it the answer to a call or, for WhatsApp, in a status that a hook brings. */
export const GraphError = z.looseObject({
  code: z.number(),
  error_subcode: z.number().nullish(),
  message: z.string().nullish(),
  title: z.string().nullish(),
  is_transient: z.boolean().nullish(),
  error_data: z.looseObject({ details: z.string().nullish() }).nullish(),
})

export type GraphError = z.output<typeof GraphError>

type Kind = { readonly code: FailureCode; readonly passes: boolean; readonly reason: string }

const window: Kind = {
  code: 'window_closed',
  passes: false,
  reason:
    'More than 24 hours have passed since the customer last wrote: by then only templates are taken. Reach them in another way, or wait until they write.',
}
const access: Kind = {
  code: 'not_authorized',
  passes: false,
  reason:
    'Meta does not accept the access token, or it may not do this. An owner or admin has to give the channel a new one with PATCH /api/inbox/channels/{id}.',
}
const recipient: Kind = {
  code: 'recipient_unavailable',
  passes: false,
  reason: 'The customer cannot be reached by this channel at the moment.',
}
const limit: Kind = { code: 'rate_limited', passes: true, reason: 'Too much was sent in a short time.' }
const outage: Kind = { code: 'unreachable', passes: true, reason: 'Meta has a problem at the moment.' }
const rejected: Kind = { code: 'rejected', passes: false, reason: 'Meta did not take the message.' }

/** Of the subcodes of an error 10, those that mean the window; the others are about permissions. */
const windowSubcodes = [2018278, 2534022]

/** developers.facebook.com, "Error codes" of the Cloud API and of the Messenger Platform. */
const kinds: ReadonlyMap<number, Kind> = new Map([
  ...[131047].map((code) => [code, window] as const),
  ...[0, 3, 10, 190, 368, 131005, 131031, 133010].map((code) => [code, access] as const),
  ...[551, 130472, 131021, 131026, 131030, 131049, 131050].map((code) => [code, recipient] as const),
  ...[4, 17, 32, 613, 80007, 130429, 131048, 131056].map((code) => [code, limit] as const),
  ...[1, 2, 1200, 131000, 131016, 131057, 133004].map((code) => [code, outage] as const),
])

function kindOf({ code, error_subcode, is_transient }: GraphError, status: number): Kind {
  if (code === 10 && windowSubcodes.includes(error_subcode ?? 0)) return window
  const known = kinds.get(code) ?? (code >= 200 && code < 300 ? access : undefined)
  if (known) return known
  if (status === 429) return limit
  return status >= 500 || is_transient === true ? outage : rejected
}

/** What an error means for the reply. `status`: of the HTTP answer that it came in, if it did. */
export function graphFailure(error: GraphError, status = 400): Failure & { passes: boolean } {
  const { code, passes, reason } = kindOf(error, status)
  const said = error.error_data?.details ?? error.message ?? error.title
  // The words about a token that is refused have the token in them.
  const more = code === 'not_authorized' || !said ? '' : ` Meta says: ${said.slice(0, 300)}`
  return { code, passes, reason: `${reason} (error ${error.code})${more}` }
}
