import { refusal, type Refusals } from './refusals.ts'

/** Refusals of app.stored_images (drizzle/sql/33-media.sql). */
export const imageRefusals = {
  media_not_found: refusal(
    'media_not_found',
    {},
    'The store has no such file. It may have been deleted; upload it again.',
  ),
} as const satisfies Refusals
