import * as z from 'zod'
import { retryAfterOf } from '../../../platform/outside/sending/retry.ts'
import { readLimited } from '../../../platform/outside/read-limited.ts'
import { GraphError, graphFailure } from './graph-error.ts'
import { type ReplyOutcome, ProviderId } from './outcome.ts'

const version = 'v23.0'
const timeoutMs = 15_000
const maxBytes = 64 * 1024
/** How long to wait for a status from Meta to confirm the message, before sending it again. */
const confirmationSeconds = 120

const Rejected = z.looseObject({ error: GraphError })
const Accepted = z.union([
  z
    .looseObject({ messages: z.array(z.looseObject({ id: ProviderId })).min(1) })
    .transform(({ messages }) => messages[0]?.id),
  z.looseObject({ message_id: ProviderId }).transform(({ message_id }) => message_id),
])

type Call = { readonly graphUrl: string; readonly path: string; readonly token: string; readonly body: unknown }

/** Sends one message. The Graph API has no idempotency keys: without a response, the message may have been sent. */
export async function sendByGraph({ graphUrl, path, token, body }: Call): Promise<ReplyOutcome> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(`${graphUrl}/${version}/${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal,
    })
    const bytes = await readLimited(response, maxBytes, signal)
    return outcomeOf(response, jsonOf(bytes), token)
  } catch {
    return unconfirmed
  }
}

const unconfirmed: ReplyOutcome = {
  kind: 'retry',
  code: 'unconfirmed',
  reason: 'Meta did not respond, so the message may have been sent.',
  minPauseSeconds: confirmationSeconds,
}

function outcomeOf({ status, headers, ok }: Response, answer: unknown, token: string): ReplyOutcome {
  if (ok) {
    const accepted = Accepted.safeParse(answer)
    return accepted.success ? { kind: 'sent', receipt: accepted.data ?? null } : unconfirmed
  }
  const rejected = Rejected.safeParse(answer)
  if (!rejected.success) {
    const reason = `Meta responded with ${status}.`
    if (status === 429 || status >= 500)
      return { kind: 'retry', code: 'unreachable', reason, minPauseSeconds: retryAfterOf(headers) }
    return { kind: 'failed', code: 'rejected', reason }
  }
  const { isTemporary, code, reason } = graphFailure(rejected.data.error, status)
  const failure = { code, reason: reason.replaceAll(token, '…') }
  return isTemporary
    ? { kind: 'retry', ...failure, minPauseSeconds: retryAfterOf(headers) }
    : { kind: 'failed', ...failure }
}

function jsonOf(bytes: Uint8Array | null): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes ?? undefined))
  } catch {
    return undefined
  }
}
