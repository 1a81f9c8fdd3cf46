import { sql } from 'drizzle-orm'
import { newVersion } from '../../../platform/db/in-stores.ts'
import { channels } from '../../../platform/db/schema/inbox.ts'
import { channelResource } from './get-channel.ts'

/**
 * Erases the credentials. Conversations can still be read. Replies that it has not sent yet are not sent any more
 * (app.fail_unsent_replies). Removing a channel again changes nothing.
 */
export const removeChannel = channelResource.deletion({
  verb: 'remove',
  visible: sql`true`,
  keep: (db, isOne, recorded) =>
    db
      .update(channels)
      .set({ archivedAt: sql`now()`, credentials: {}, ...newVersion(channels) })
      .where(isOne)
      .returning({ recorded }),
})
