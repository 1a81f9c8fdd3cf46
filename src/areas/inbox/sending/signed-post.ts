import * as z from 'zod'
import { retryAfterOf } from '../../../platform/outside/sending/retry.ts'
import { externalUrl } from '../../../platform/outside/external-url.ts'
import { readLimited } from '../../../platform/outside/read-limited.ts'
import { signatureHeaders } from '../../../platform/auth/standard-webhooks.ts'
import { type ReplyOutcome, ProviderId } from './outcome.ts'

const timeoutMs = 15_000
const maxBytes = 4096

const Accepted = z.looseObject({ message_id: ProviderId })

type Post = {
  readonly url: string
  readonly publicUrl: string
  readonly secret: string
  /** The same on every attempt, so that the receiver can recognize a retry. */
  readonly id: string
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Posts JSON signed as Standard Webhooks requires. Does not follow redirects. */
export async function postSigned({ url, publicUrl, secret, id, type, data }: Post): Promise<ReplyOutcome> {
  const address = externalUrl(url, publicUrl)
  if ('refused' in address)
    return {
      kind: 'failed',
      code: 'misconfigured',
      reason: 'The send_url of the channel is not a public https address.',
    }
  const now = new Date()
  const body = JSON.stringify({ type, timestamp: now.toISOString(), data })
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(address.url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(await signatureHeaders([secret], id, body, now)) },
      body,
      redirect: 'manual',
      signal,
    })
    if (!response.ok) {
      await response.body?.cancel()
      return failureOf(response)
    }
    return { kind: 'sent', receipt: await messageIdIn(response, signal) }
  } catch {
    return { kind: 'retry', code: 'unreachable', reason: 'The send_url of the channel did not respond.' }
  }
}

function failureOf({ status, headers }: Response): ReplyOutcome {
  const reason = `The send_url of the channel responded with ${status}.`
  if (status === 408 || status === 425 || status === 429 || status >= 500)
    return { kind: 'retry', code: 'unreachable', reason, minPauseSeconds: retryAfterOf(headers) }
  return { kind: 'failed', code: 'rejected', reason }
}

/** The receiver's id of the message, or null if its response has none. It accepted the message either way. */
async function messageIdIn(response: Response, signal: AbortSignal): Promise<string | null> {
  try {
    const bytes = await readLimited(response, maxBytes, signal)
    return Accepted.parse(JSON.parse(new TextDecoder().decode(bytes ?? undefined))).message_id
  } catch {
    return null
  }
}
