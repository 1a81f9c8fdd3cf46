import { createHmac } from 'node:crypto'
import { limits } from '../../src/platform/values/limits.ts'
import { whatsAppCall } from '../../test/support/meta-calls.ts'
import type { Call, Full } from './full.ts'

/** A request of Meta with as many messages as one may have, of people with a number and a user id. */
export const hookCalls = ({ hook: { id, account, secret } }: Full): readonly Call[] => {
  const messages = Array.from({ length: limits.hook.events }, (_, n) => ({
    from: `9655${String(n % 500).padStart(7, '0')}`,
    from_user_id: `KW.${n % 500}`,
    id: `wamid.${n}`,
    timestamp: String(1_763_712_000 + n),
    type: 'text',
    text: { body: 'Is it there in red?' },
  }))
  const body = JSON.stringify(whatsAppCall(account, { contacts: [], messages }))
  const headers = { 'X-Hub-Signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` }
  return [
    { route: 'POST /api/inbox/hooks/:channel_id', path: `/api/inbox/hooks/${id}`, body, headers, anonymous: true },
  ]
}
