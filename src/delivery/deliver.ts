import type { Outcome, Settlement } from './outcome.ts'
import { maxAttempts, type RetryPolicy, settlementOf } from './retry.ts'

export type Report = (level: 'info' | 'error', message: string, fields: Readonly<Record<string, unknown>>) => void

/** One kind of item to deliver: what the engine needs to know about it. */
export type Delivery<Item, Receipt> = {
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
  /** Records the result and ends the lease. May be called again after it failed. */
  readonly settle: (item: Item, settlement: Settlement<Receipt>) => Promise<void>
  readonly retries: RetryPolicy
  readonly report: Report
}

/** A Worker can have six open connections; calls to the database count as well. */
const maxConnections = 6
const budgetMs = 40_000
/** How long a slow receiver can keep free connections from being used again. */
const refillMs = 1_000
const maxRecordings = 3

/** Delivers one item after another, up to `limit`, until one has to be retried later. Never throws. */
export async function deliverInOrder<Item, Receipt>(delivery: Delivery<Item, Receipt>, limit: number): Promise<void> {
  try {
    for (let count = 0; count < limit; count++) {
      const [item] = await delivery.claim(1)
      if (item === undefined) return
      const settlement = await attempt(delivery, item)
      if (settlement.kind === 'retry') return
    }
  } catch (error) {
    reportPostponed(delivery, error)
  }
}

/** Delivers everything that is due, several items at a time, for at most 40 seconds. Throws if items cannot be leased. */
export async function deliverDue<Item, Receipt>(delivery: Delivery<Item, Receipt>): Promise<void> {
  const deadline = Date.now() + budgetMs
  const running = new Set<Promise<void>>()
  const start = async (item: Item): Promise<void> => {
    try {
      await attempt(delivery, item)
    } catch (error) {
      // If one result cannot be recorded, the others still are.
      reportPostponed(delivery, error)
    }
  }
  try {
    while (Date.now() < deadline) {
      const free = maxConnections - running.size
      for (const item of free > 0 ? await delivery.claim(free) : []) {
        const task: Promise<void> = start(item).finally(() => running.delete(task))
        running.add(task)
      }
      if (running.size === 0) return
      await allDoneOrAfter(running, refillMs)
    }
  } finally {
    await Promise.all(running)
  }
}

async function allDoneOrAfter(running: ReadonlySet<Promise<void>>, ms: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | null = null
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([Promise.all(running), timeout])
  clearTimeout(timer)
}

async function attempt<Item, Receipt>(delivery: Delivery<Item, Receipt>, item: Item): Promise<Settlement<Receipt>> {
  const number = delivery.attemptOf(item)
  const max = maxAttempts(delivery.retries)
  const settlement = number > max ? unconfirmed(max) : settlementOf(await delivery.send(item), number, delivery.retries)
  await record(delivery, item, settlement)
  delivery.report('info', delivery.name, {
    ...delivery.logFields(item),
    attempt: number,
    outcome: settlement.kind === 'sent' ? 'sent' : settlement.code,
    ...(settlement.kind === 'retry' && { retry_after: settlement.pauseSeconds }),
  })
  return settlement
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
  delivery: Delivery<Item, Receipt>,
  item: Item,
  settlement: Settlement<Receipt>,
): Promise<void> {
  for (let count = 1; ; count++) {
    try {
      return await delivery.settle(item, settlement)
    } catch (error) {
      if (count < maxRecordings) continue
      delivery.report('error', 'outcome not recorded', { ...delivery.logFields(item), outcome: settlement.kind })
      throw error
    }
  }
}

const reportPostponed = <Item, Receipt>({ name, report }: Delivery<Item, Receipt>, error: unknown): void =>
  report('error', 'delivery postponed', { name, error: error instanceof Error ? error.name : typeof error })
