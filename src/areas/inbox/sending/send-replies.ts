import type { Deployment } from '../../../platform/operation/context.ts'
import type { Database } from '../../../platform/db/client.ts'
import { sendInOrder, type Report, type Work, workOf } from '../../../platform/outside/sending/sender.ts'
import { claimDue, claimNext, type ConversationRef, type QueuedReply, settle } from './queued-reply.ts'
import { send } from './send.ts'

type Dependencies = { readonly database: Database; readonly deployment: Deployment; readonly report: Report }

const maxRepliesInARow = 10

const replies = ({ database, deployment, report }: Dependencies) => ({
  name: 'reply',
  logFields: ({ message_id, channel }: QueuedReply) => ({ message_id, channel_kind: channel.kind }),
  attemptOf: ({ attempt }: QueuedReply) => attempt,
  send: (reply: QueuedReply) => send(reply, deployment),
  async settle(reply: QueuedReply, settlement: Parameters<typeof settle>[2]) {
    await settle(database, reply, settlement)
    return null
  },
  retries: {
    pausesSeconds: [30, 120, 480, 1920, 7680],
    jitter: { min: 1, max: 1.25 },
    maxPauseSeconds: 3 * 3600,
  },
  report,
})

/** Sends the queued replies of a conversation in order, until one has to be retried later. Never throws. */
export const deliverReplies = (dependencies: Dependencies, conversation: ConversationRef): Promise<void> =>
  sendInOrder<QueuedReply, string | null>(
    { ...replies(dependencies), claim: () => claimNext(dependencies.database, conversation) },
    maxRepliesInARow,
  )

/** The due replies of all stores. `jobs`: the database role of the crons. */
export const dueReplies = (dependencies: Dependencies, jobs: Database): Work =>
  workOf<QueuedReply, string | null>({ ...replies(dependencies), claim: (limit) => claimDue(jobs, limit) })
