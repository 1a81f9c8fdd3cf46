import { sweepOld } from '../db/sweep.ts'
import { configOf } from './config.ts'
import { jobsDatabaseOf } from './database.ts'
import { log } from './log.ts'

const maxRounds = 20
const roundSize = 20_000

/** The hourly housekeeping. */
export async function sweep(env: object): Promise<void> {
  const jobs = jobsDatabaseOf(configOf(env))
  for (let round = 0; round < maxRounds; round++) {
    const gone = await sweepOld(jobs)
    log('info', 'swept', gone)
    // A round takes so many of each kind at most; fewer: there are no more.
    if (Object.values(gone).every((count) => count < roundSize)) return
  }
}
