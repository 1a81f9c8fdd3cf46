import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '../db/client.ts'
import { JobFailed } from './job.ts'

const storesAtOnce = 100
const Stores = z.array(z.string())

/**
 * Gives every store that has something to do for a job (app.stores_due) one turn after another, those that have waited longest
 * first, until none has or the time is over. `turn` does a bounded portion in transactions of its own, and returns how many rows
 * it changed. A store whose turn fails is left out for the rest of the run, comes after the others in the next one, and then does
 * a smaller portion. Throws JobFailed if any did.
 */
export async function eachStore(
  jobs: Database,
  name: string,
  turn: (store: string) => Promise<number>,
  budgetMs: number,
): Promise<number> {
  const deadline = Date.now() + budgetMs
  const failed = new Map<string, unknown>()
  const found = { rows: 0 }

  /** Every store has had one turn. Returns whether one did something. */
  async function round(): Promise<boolean> {
    const before = found.rows
    const seen = new Set(failed.keys())
    for (;;) {
      const stores = await storesDue(jobs, name, [...seen])
      for (const store of stores) {
        seen.add(store)
        try {
          found.rows += await turn(store)
        } catch (error) {
          failed.set(store, error)
          await noteFailed(jobs, name, store)
        }
        if (Date.now() >= deadline) return false
      }
      if (stores.length < storesAtOnce) return found.rows > before
    }
  }

  while (await round());
  if (failed.size > 0) throw new JobFailed(found.rows, failed)
  return found.rows
}

async function storesDue(jobs: Database, name: string, except: readonly string[]): Promise<readonly string[]> {
  const [[stores = null] = []] = await jobs.query(
    'select to_jsonb(app.stores_due($1, $2, $3))',
    [name, `{${except.join(',')}}`, String(storesAtOnce)],
    () => {},
  )
  return Stores.parse(JSON.parse(stores ?? '[]'))
}

/** If this fails too, the store only comes earlier again. */
const noteFailed = (jobs: Database, name: string, store: string) =>
  jobs.query('select app.note_failed_turn($1, $2)', [name, store], () => {}).catch(() => {})

/** A turn that is one transaction (app.run_store_job) of up to `portion` rows. */
export const turnOf = (jobs: Database, name: string, portion: number, limitMs: number) => async (store: string) => {
  const [, { rows }] = await jobs.batch(
    (db) => [
      db.execute(sql`select set_config('statement_timeout', ${String(limitMs)}, true)`),
      db.execute(sql`select app.run_store_job(${name}, ${store}, ${portion}) as changed`),
    ],
    () => {},
  )
  return z.coerce.number().parse(rows[0]?.['changed'])
}
