import * as z from 'zod'
import { refusal, type Refusals } from './refusals.ts'

const Choice = z.object({ id: z.string(), slug: z.string(), name: z.string() })

/** Refusals of a request that does not say which of the caller's stores it is about. */
export const whichStoreRefusals = {
  store_required: refusal('store_required', { stores: z.array(Choice) }, ({ stores }) =>
    stores.length === 0
      ? 'You do not belong to a store yet. Create one with POST /api/stores.'
      : 'You belong to several stores. Choose one with the X-Store-Id header.',
  ),
} as const satisfies Refusals
