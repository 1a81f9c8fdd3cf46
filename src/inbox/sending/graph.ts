import * as z from 'zod'
import { readLimited } from '../../read-limited.ts'
import { GraphError, graphFailure } from './graph-error.ts'
import { GivenId, type Outcome, retryAfterOf } from './outcome.ts'

const version = 'v23.0'
const maxMs = 15_000
const maxBytes = 64 * 1024

const Refused = z.looseObject({ error: GraphError })
const Sent = z.union([
  z.looseObject({ messages: z.array(z.looseObject({ id: GivenId })).min(1) }).transform((it) => it.messages[0]?.id),
  z.looseObject({ message_id: GivenId }).transform((it) => it.message_id),
])

type Call = { readonly graphUrl: string; readonly path: string; readonly token: string; readonly body: unknown }

/** One message to the Graph API, which has no key to tell a repeated call by: without an answer it may have been sent. */
export async function sendByGraph({ graphUrl, path, token, body }: Call): Promise<Outcome> {
  const signal = AbortSignal.timeout(maxMs)
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

const unconfirmed: Outcome = {
  kind: 'unconfirmed',
  code: 'unconfirmed',
  reason: 'Meta gave no answer, so nobody knows whether it was sent.',
}

function outcomeOf({ status, headers, ok }: Response, answer: unknown, token: string): Outcome {
  if (ok) {
    const sent = Sent.safeParse(answer)
    return sent.success ? { kind: 'sent', providerMessageId: sent.data ?? null } : unconfirmed
  }
  const refused = Refused.safeParse(answer)
  if (!refused.success) {
    const reason = `Meta answered with ${status}.`
    if (status === 429 || status >= 500)
      return { kind: 'retry', code: 'unreachable', reason, afterSeconds: retryAfterOf(headers) }
    return { kind: 'failed', code: 'rejected', reason }
  }
  const { passes, code, reason } = graphFailure(refused.data.error, status)
  const told = { code, reason: reason.replaceAll(token, '…') }
  return passes ? { kind: 'retry', ...told, afterSeconds: retryAfterOf(headers) } : { kind: 'failed', ...told }
}

function jsonOf(bytes: Uint8Array | null): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes ?? undefined))
  } catch {
    return undefined
  }
}
