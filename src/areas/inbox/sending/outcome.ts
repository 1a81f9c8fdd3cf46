import * as z from 'zod'
import type { Failure, Outcome } from '../../../platform/outside/sending/outcome.ts'
import { storable } from '../../../platform/values/text.ts'

const maxIdLength = 998

/** A provider's id of a message; null if it cannot be stored. The provider accepted the message either way. */
export const ProviderId = z
  .string()
  .transform((text) => (text !== '' && text.length <= maxIdLength && text === storable(text) ? text : null))

/** Why a reply was not sent. Part of the API. */
export type FailureCode =
  | 'window_closed'
  | 'not_authorized'
  | 'recipient_unavailable'
  | 'rejected'
  | 'rate_limited'
  | 'unreachable'
  | 'unconfirmed'
  | 'misconfigured'

export type ReplyFailure = Failure<FailureCode>

/** How an attempt ended; the receipt is the provider's id of the message. */
export type ReplyOutcome = Outcome<string | null, FailureCode>
