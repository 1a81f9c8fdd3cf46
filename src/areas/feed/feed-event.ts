import * as z from 'zod'
import { Event } from '../events/event.ts'

/** An event in the feed. */
export const FeedEvent = z.intersection(
  Event,
  z.object({
    cursor: z.string().describe('Where a reader who has handled this event continues: send it as after'),
    resource: z
      .record(z.string(), z.unknown())
      .nullable()
      .optional()
      .describe('With include=resource: what the event is about, as it is now. Null: it is gone, or cannot be read'),
  }),
)
