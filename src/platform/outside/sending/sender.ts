import type { Outcome, Settlement } from './outcome.ts'
import { maxAttempts, type RetryPolicy, settlementOf } from './retry.ts'

export type Report = (level: 'info' | 'error', message: string, fields: Readonly<Record<string, unknown>>) => void

/** One kind of item to send: what the engine needs to know about it. */
export type Sender<Item, Receipt> = {
  /** What log lines call an item. */
  readonly name: string
  /** Ids and kinds for the log; nothing that a customer wrote. */
  readonly logFields: (item: Item) => Readonly<Record<string, unknown>>
  /** Leases up to `limit` items that are due, each for longer than an attempt takes. */
  readonly claim: (limit: number) => Promise<readonly Item[]>
  /** The number of the attempt that the lease is for, starting at 1. */
  readonly attemptOf: (item: Item) => number
  /** Makes one attempt, with at most one open connection. Never throws. */
  readonly send: (item: Item) => Promise<Outcome<Receipt>>
  /**
   * Records the result and ends the lease. May be called again after it failed. Can lease up to `limit` more items at the same
   * time; null: it does not look for any.
   */
  readonly settle: (item: Item, settlement: Settlement<Receipt>, limit: number) => Promise<readonly Item[] | null>
  readonly retries: RetryPolicy
  readonly report: Report
}

const maxRecordings = 3

/** Sends one item after another, up to `limit`, until one has to be retried later. Never throws. */
export async function sendInOrder<Item, Receipt>(sender: Sender<Item, Receipt>, limit: number): Promise<void> {
  try {
    for (let count = 0; count < limit; count++) {
      const [item] = await sender.claim(1)
      if (item === undefined) return
      const { settlement } = await attempt(sender, item, () => 0)
      if (settlement.kind === 'retry') return
    }
  } catch (error) {
    reportPostponed(sender, error)
  }
}

/**
 * Sends one item, and never throws. Returns what it leased meanwhile, up to `limit()` items, to be sent next; null: only
 * a claim can tell whether there are more.
 */
export type Task = (limit: () => number) => Promise<readonly Task[] | null>

/** A kind of items for `sendDue`. */
export type Work = {
  /** Leases up to `limit` items that are due. */
  readonly claim: (limit: number) => Promise<readonly Task[]>
}

export function workOf<Item, Receipt>(sender: Sender<Item, Receipt>): Work {
  const taskOf =
    (item: Item): Task =>
    async (limit) => {
      try {
        const { next } = await attempt(sender, item, limit)
        return next?.map(taskOf) ?? null
      } catch (error) {
        // If one result cannot be recorded, the others still are.
        reportPostponed(sender, error)
        return null
      }
    }
  return { claim: async (limit) => (await sender.claim(limit)).map(taskOf) }
}

async function attempt<Item, Receipt>(sender: Sender<Item, Receipt>, item: Item, limit: () => number) {
  const number = sender.attemptOf(item)
  const max = maxAttempts(sender.retries)
  const settlement = number > max ? unconfirmed(max) : settlementOf(await sender.send(item), number, sender.retries)
  const next = await record(sender, item, settlement, limit())
  sender.report('info', sender.name, {
    ...sender.logFields(item),
    attempt: number,
    outcome: settlement.kind === 'sent' ? 'sent' : settlement.code,
    ...(settlement.kind === 'retry' && { retry_after: settlement.pauseSeconds }),
  })
  return { settlement, next }
}

/** All attempts were leased, but the result of the last one was never recorded. */
const unconfirmed = (max: number) =>
  ({
    kind: 'failed',
    code: 'unconfirmed',
    reason: `Gave up after ${max} attempts. The result of the last one is unknown, so the message may have arrived.`,
  }) as const

/** Tries again if recording fails, because an item that was sent but not recorded may be sent twice. */
async function record<Item, Receipt>(
  sender: Sender<Item, Receipt>,
  item: Item,
  settlement: Settlement<Receipt>,
  limit: number,
): Promise<readonly Item[] | null> {
  for (let count = 1; ; count++) {
    try {
      return await sender.settle(item, settlement, limit)
    } catch (error) {
      if (count < maxRecordings) continue
      sender.report('error', 'outcome not recorded', { ...sender.logFields(item), outcome: settlement.kind })
      throw error
    }
  }
}

export const reportPostponed = ({ name, report }: { name: string; report: Report }, error: unknown): void =>
  report('error', 'delivery postponed', { name, error: error instanceof Error ? error.name : typeof error })
