import type { Task, Work } from './sender.ts'

/** A Worker can have six open connections; calls to the database count as well. */
const maxConnections = 6
/** Each kind leaves this many connections to every other kind, so that slow receivers of one never stop another. */
const reserved = 2
/** When to look again for items that became due in the meantime, while others are being sent. */
const refillMs = 1_000

type Limits = { readonly budgetMs?: number; readonly maxItems?: number }

type Queue = { readonly work: Work; running: number; mayHaveMore: boolean }

/**
 * Sends what is due of every kind, several items at a time, and claims no more after 40 seconds. Returns how many attempts it
 * made. Throws the errors of claiming items, once everything else is sent.
 */
export async function sendDue(
  kinds: readonly Work[],
  { budgetMs = 40_000, maxItems = Infinity }: Limits = {},
): Promise<number> {
  const deadline = Date.now() + budgetMs
  const running = new Set<Promise<void>>()
  const failures: unknown[] = []
  const maxPerKind = maxConnections - reserved * (kinds.length - 1)
  const queues: Queue[] = kinds.map((work) => ({ work, running: 0, mayHaveMore: true }))
  const items = { left: maxItems, started: 0 }

  /** A task that is done can lease another item for its own connection. */
  const limitOfTask = () => (Date.now() < deadline && items.left > 0 ? 1 : 0)

  async function run(queue: Queue, task: Task): Promise<void> {
    const next = await task(limitOfTask)
    queue.running -= 1
    // A receiver that is free again may have more to receive.
    if (next === null) queue.mayHaveMore = true
    else start(queue, next)
  }

  function start(queue: Queue, tasks: readonly Task[]): void {
    items.left -= tasks.length
    items.started += tasks.length
    for (const task of tasks) {
      queue.running += 1
      const done: Promise<void> = run(queue, task).finally(() => running.delete(done))
      running.add(done)
    }
  }

  async function refill(queue: Queue): Promise<void> {
    const free = Math.min(maxConnections - running.size, maxPerKind - queue.running, items.left)
    if (free <= 0) return
    queue.mayHaveMore = false
    const claimed = await queue.work.claim(free)
    if (claimed.length === free) queue.mayHaveMore = true
    start(queue, claimed)
  }

  while (Date.now() < deadline && items.left > 0 && queues.length > 0) {
    for (const queue of queues.filter(({ mayHaveMore }) => mayHaveMore)) {
      try {
        await refill(queue)
      } catch (error) {
        failures.push(error)
        queues.splice(queues.indexOf(queue), 1)
      }
    }
    if (running.size > 0) {
      const isOver = await oneDoneOrAfter(running, refillMs)
      if (isOver) for (const queue of queues) queue.mayHaveMore = true
    } else if (!queues.some(({ mayHaveMore }) => mayHaveMore)) break
  }
  while (running.size > 0) await Promise.all(running)
  if (failures.length > 1) throw new AggregateError(failures)
  if (failures.length > 0) throw failures[0]
  return items.started
}

/** Whether the time was over first. */
async function oneDoneOrAfter(running: ReadonlySet<Promise<void>>, ms: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | null = null
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(true), ms)
  })
  const isOver = await Promise.race([...[...running].map((task) => task.then(() => false)), timeout])
  clearTimeout(timer)
  return isOver
}
