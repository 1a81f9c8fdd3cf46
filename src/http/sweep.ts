import { sweepOld } from '../db/sweep.ts'
import { configOf } from './config.ts'
import { jobsDatabaseOf } from './database.ts'
import { log } from './log.ts'

const maxRounds = 20
const roundSize = 20_000

/** The hourly cleanup. */
export async function sweep(env: object): Promise<void> {
  const jobs = jobsDatabaseOf(configOf(env))
  for (let round = 0; round < maxRounds; round++) {
    const deleted = await sweepOld(jobs)
    log('info', 'expired data deleted', deleted)
    // A round that deletes fewer than the maximum has found everything.
    if (Object.values(deleted).every((count) => count < roundSize)) return
  }
}
