import type { Outcome } from '../../../platform/outside/sending/outcome.ts'
import { retryAfterOf } from '../../../platform/outside/sending/retry.ts'
import type { Deployment } from '../../../platform/operation/context.ts'
import { externalUrl } from '../../../platform/outside/external-url.ts'
import { readBeginning } from '../../../platform/outside/read-limited.ts'
import { signatureHeaders } from '../../../platform/auth/standard-webhooks.ts'
import { storable } from '../../../platform/values/text.ts'
import { deliveryErrors, type DeliveryError } from '../webhook-delivery.ts'

/** For the connection, the response and its body together. */
const timeoutMs = 15_000
const maxResponseBytes = 1024

/** Statuses with which a receiver may ask for a pause. */
const busy = [429, 502, 503, 504]

/** What is known of an attempt. */
export type Attempt = {
  readonly body: string
  readonly durationMs: number
  readonly responseStatus: number | null
  readonly responseBody: string | null
}

type Message = {
  readonly url: string
  /** The same on every attempt, so that the receiver can recognize a retry. */
  readonly id: string
  readonly body: string
  /** The secrets, encrypted for the webhook with this id. */
  readonly webhookId: string
  readonly sealed: readonly string[]
}

/** Makes one attempt to post an event, signed as Standard Webhooks requires. Does not follow redirects. */
export async function postEvent(
  { url, id, body, webhookId, sealed }: Message,
  { publicUrl, vault }: Pick<Deployment, 'publicUrl' | 'vault'>,
): Promise<Outcome<Attempt, DeliveryError>> {
  const started = Date.now()
  const receipt = (responseStatus: number | null = null, responseBody: string | null = null): Attempt => ({
    body,
    durationMs: Date.now() - started,
    responseStatus,
    responseBody,
  })
  // The rules may have changed since the webhook was created.
  const address = externalUrl(url, publicUrl)
  if ('refused' in address) return failure('unsafe_address', receipt())
  const secrets = (await Promise.all(sealed.map((secret) => vault.open(secret, webhookId)))).filter(
    (secret) => secret !== null,
  )
  if (secrets.length === 0) return failure('secret_unreadable', receipt())
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(address.url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'merchant-commerce-webhooks',
        ...(await signatureHeaders(secrets, id, body, new Date())),
      },
      body,
      redirect: 'manual',
      signal,
    })
    const beginning = await readBeginning(response, maxResponseBytes, signal)
    return outcomeOf(response, receipt(response.status, storable(new TextDecoder().decode(beginning))))
  } catch {
    return failure(signal.aborted ? 'timeout' : 'connection_failed', receipt())
  }
}

function outcomeOf({ ok, status, headers }: Response, receipt: Attempt): Outcome<Attempt, DeliveryError> {
  if (ok) return { kind: 'sent', receipt }
  if (status === 410) return { kind: 'failed', code: 'gone', reason: deliveryErrors.gone, receipt }
  const code = status >= 300 && status < 400 ? 'redirected' : 'rejected'
  return failure(code, receipt, busy.includes(status) ? retryAfterOf(headers) : undefined)
}

const failure = (code: DeliveryError, receipt: Attempt, minPauseSeconds?: number) =>
  ({ kind: 'retry', code, reason: deliveryErrors[code], receipt, minPauseSeconds }) as const
