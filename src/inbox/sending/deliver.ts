import type { Deployment } from '../../context.ts'
import type { Database } from '../../db/client.ts'
import { type Claimed, claimDue, claimNext, type Conversation, settle } from './claimed.ts'
import { maxAttempts, type Outcome, settlementOf } from './outcome.ts'
import { send } from './send.ts'

type Level = 'info' | 'warn' | 'error'

export type Post = {
  readonly database: Database
  readonly deployment: Deployment
  /** Names, counts and ids only. */
  readonly report: (level: Level, what: string, fields: Readonly<Record<string, unknown>>) => void
}

const maxRepliesInARow = 10
const concurrency = 20
const budgetMs = 40_000
const recordings = 3

/** Sends what a conversation has waiting, in its order, until something has to be tried again later. Never throws. */
export async function deliver(post: Post, conversation: Conversation): Promise<void> {
  try {
    for (let sent = 0; sent < maxRepliesInARow; sent++) {
      const message = await claimNext(post.database, conversation)
      if (!message || !(await attempt(post, message))) return
    }
  } catch (error) {
    report(post, error)
  }
}

const report = (post: Post, error: unknown) =>
  post.report('error', 'sending was put off', { error: error instanceof Error ? error.name : typeof error })

/** Sends what is due in all stores: replies whose first attempt failed, or was never made. `jobs`: for the crons alone. */
export async function deliverDue(post: Post, jobs: Database, started = Date.now()): Promise<void> {
  while (Date.now() - started < budgetMs) {
    const due = await claimDue(jobs, concurrency)
    if (due.length === 0) return
    // One that could not be written down must not keep the others from it.
    const done = await Promise.allSettled(due.map((message) => attempt(post, message)))
    for (const one of done) if (one.status === 'rejected') report(post, one.reason)
  }
}

/** Taken as often as may be, and whoever took it last never said what became of it. */
const unconfirmed: Outcome = {
  kind: 'failed',
  code: 'unconfirmed',
  reason: `Given up after ${maxAttempts} attempts. What became of the last is not known: it may have arrived or not.`,
}

/** Gives whether it is done with, for better or worse. */
async function attempt(post: Post, message: Claimed): Promise<boolean> {
  const outcome = message.attempt > maxAttempts ? unconfirmed : await send(message, post.deployment)
  const settlement = settlementOf(outcome, message.attempt)
  await record(post, message, settlement)
  post.report('info', 'reply', {
    message_id: message.message_id,
    channel_kind: message.channel.kind,
    attempt: message.attempt,
    outcome: outcome.kind === 'sent' ? 'sent' : outcome.code,
    retry_after: settlement['retry_after'],
  })
  return !('retry_after' in settlement)
}

/** What a provider took must not be sent again: its answer is worth more than one try at keeping it. */
async function record(post: Post, message: Claimed, settlement: Record<string, unknown>): Promise<void> {
  for (let time = 1; ; time++) {
    try {
      return await settle(post.database, message, settlement)
    } catch (error) {
      if (time < recordings) continue
      post.report('error', 'an outcome was not kept', {
        message_id: message.message_id,
        outcome: Object.keys(settlement),
      })
      throw error
    }
  }
}
