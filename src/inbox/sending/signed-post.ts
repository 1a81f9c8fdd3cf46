import * as z from 'zod'
import { externalUrl } from '../../external-url.ts'
import { readLimited } from '../../read-limited.ts'
import { signatureHeaders } from '../standard-webhooks.ts'
import { GivenId, type Outcome, retryAfterOf } from './outcome.ts'

const maxMs = 15_000
const maxBytes = 4096

const Sent = z.looseObject({ message_id: GivenId })

type Post = {
  readonly url: string
  readonly publicUrl: string
  readonly secret: string
  /** The same whenever the same is sent: whoever receives it can tell that they have it already. */
  readonly id: string
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Posts JSON as Standard Webhooks has it: no redirects, 15 s, and of the answer no more than a message id is read. */
export async function postSigned({ url, publicUrl, secret, id, type, data }: Post): Promise<Outcome> {
  const address = externalUrl(url, publicUrl)
  if ('refused' in address)
    return { kind: 'failed', code: 'misconfigured', reason: 'The send_url of the channel may not be called from here.' }
  const now = new Date()
  const body = JSON.stringify({ type, timestamp: now.toISOString(), data })
  const signal = AbortSignal.timeout(maxMs)
  try {
    const response = await fetch(address.url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(await signatureHeaders(secret, id, body, now)) },
      body,
      redirect: 'manual',
      signal,
    })
    if (!response.ok) {
      await response.body?.cancel()
      return refusedWith(response)
    }
    return { kind: 'sent', providerMessageId: await idIn(response, signal) }
  } catch {
    return { kind: 'retry', code: 'unreachable', reason: 'The send_url of the channel did not answer.' }
  }
}

function refusedWith({ status, headers }: Response): Outcome {
  const reason = `The send_url of the channel answered with ${status}.`
  if (status === 408 || status === 425 || status === 429 || status >= 500)
    return { kind: 'retry', code: 'unreachable', reason, afterSeconds: retryAfterOf(headers) }
  return { kind: 'failed', code: 'rejected', reason }
}

/** What the other side calls the message, if it says. It took the message, whatever the answer looks like. */
async function idIn(response: Response, signal: AbortSignal): Promise<string | null> {
  try {
    const bytes = await readLimited(response, maxBytes, signal)
    return Sent.parse(JSON.parse(new TextDecoder().decode(bytes ?? undefined))).message_id
  } catch {
    return null
  }
}
