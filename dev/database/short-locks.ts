import { setTimeout } from 'node:timers/promises'
import pg from 'pg'

const maxAttempts = 60

/**
 * Runs the work in a transaction that waits only briefly for each lock, because requests queue behind what waits. If it
 * waits longer, it starts again. The limit is below `deadlock_timeout` (1 s), so in a deadlock it is this that gives way.
 */
export async function withShortLocks<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(`begin; set local lock_timeout = '500ms'`)
      const result = await work()
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback')
      if (attempt === maxAttempts || !isLockTimeout(error)) throw error
    }
    await setTimeout(1000)
  }
}

function isLockTimeout(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code === '55P03'
  return error instanceof Error && isLockTimeout(error.cause)
}
