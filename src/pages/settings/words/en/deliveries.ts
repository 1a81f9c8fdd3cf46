import { pluralIn, rich } from '../texts.ts'
import type { Child } from 'hono/jsx'
import type { DeliveryError } from '../../../../areas/webhooks/webhook-delivery.ts'

const plural = pluralIn('en')

/** What was sent to a webhook. */
export const deliveries = {
  title: 'Deliveries',
  lead: 'What was sent to this webhook in the last 30 days, and what your server answered.',
  which: 'Which deliveries',
  last: 'Last deliveries',
  kept: 'They are kept for 30 days.',
  all: 'All deliveries',
  redelivered: 'The event is on its way again. Reload this page to see the answer.',
  filters: { all: 'All', failed: 'Failed', pending: 'Waiting' },
  titles: { all: 'All deliveries', failed: 'Failed deliveries', pending: 'Waiting deliveries' },
  none: {
    all: 'Nothing was sent in the last 30 days',
    failed: 'No failed deliveries',
    pending: 'No waiting deliveries',
  },
  nothingSent: 'Nothing sent yet',
  nothingSentHelp: 'Send a test event to see whether your server receives it.',
  status: { delivered: 'Delivered', failed: 'Failed', waiting: 'Waiting', retrying: 'Trying again' },
  queued: (ago: Child) => rich`Queued ${ago}`,
  milliseconds: (count: string) => `${count} ms`,
  attempts: (count: number) => plural(count, { one: `${count} attempt`, other: `${count} attempts` }),
  nextAttempt: (until: Child) => rich`next attempt ${until}`,
  allAttempts: 'All attempts',
  redeliver: 'Redeliver',
  sent: 'What was sent',
  answered: 'What your server answered',
  errors: {
    timeout: 'No answer in time',
    connection_failed: 'No connection',
    redirected: 'Redirected',
    rejected: 'Rejected',
    gone: 'Gone',
    unsafe_address: 'Address not allowed',
    secret_unreadable: 'Secret unreadable',
    webhook_disabled: 'Switched off',
    unconfirmed: 'Result unknown',
  } satisfies Record<DeliveryError, string>,
}
