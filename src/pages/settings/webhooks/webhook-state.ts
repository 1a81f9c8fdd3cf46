import type * as z from 'zod'
import type { Webhook } from '../../../areas/webhooks/webhook.ts'
import type { Words } from '../words/words.ts'

export type ShownWebhook = z.output<typeof Webhook>

/** The texts of each state are in the catalogue. */
type State = keyof Words['webhooks']['state']

export const looks = {
  new: '',
  works: ' ok',
  failing: ' warn',
  by_hand: ' bad',
  gone: ' bad',
  gave_up: ' bad',
  member_left: ' bad',
  key_ended: ' bad',
} as const satisfies Record<State, string>

const offStates = {
  by_hand: 'by_hand',
  gone: 'gone',
  failing: 'gave_up',
  access_ended: 'member_left',
} as const satisfies Record<NonNullable<ShownWebhook['disabled_reason']>, State>

/** How a webhook is doing. */
export function stateOf({ enabled, disabled_reason, managed_by, health }: ShownWebhook): State {
  if (!enabled) {
    if (disabled_reason === 'access_ended' && managed_by?.kind === 'key') return 'key_ended'
    return offStates[disabled_reason ?? 'by_hand']
  }
  if (health.failing_since !== null) return 'failing'
  return health.last_success_at === null ? 'new' : 'works'
}
