import * as z from 'zod'
import { refusal, type Refusals } from '../../platform/operation/refusals.ts'

const slugTaken = refusal('duplicate', {}, 'Another store uses this slug or has used it before. Choose another one.', {
  pointer: '/slug',
})

/** Refusals of app.create_store and app.claim_slug (drizzle/sql/areas/stores/create-store.sql). */
export const storeWriteRefusals = {
  slug_taken: slugTaken,
  stores_slug_key: slugTaken,
  owner_required: refusal('forbidden', {}, 'Only an owner of the store can change max_adjustment_percent.'),
  store_creation_closed: refusal(
    'store_creation_closed',
    { creation: z.enum(['invited', 'none']) },
    ({ creation }) =>
      creation === 'none'
        ? 'Nobody can create stores here. Ask whoever runs this service.'
        : 'Only people who belong to a store can create another one here. Ask an owner or admin of a store to invite you.',
    { members: () => ({}) },
  ),
  limit_reached: refusal(
    'limit_reached',
    { max_slugs: z.int() },
    ({ max_slugs }) => `A store can use at most ${max_slugs} slugs over time. Choose one that it used before.`,
    { members: () => ({}) },
  ),
  too_many_stores: refusal(
    'rate_limited',
    { max_stores: z.int(), wait_seconds: z.int() },
    ({ max_stores }) =>
      `You can create at most ${max_stores} stores in 24 hours. Try again after the number of seconds in Retry-After.`,
    { members: () => ({}), retryAfter: ({ wait_seconds }) => wait_seconds },
  ),
} as const satisfies Refusals
