import { openDatabase } from '../db/client.ts'
import { sweepOld } from '../db/sweep.ts'
import { configOf } from './config.ts'
import { log } from './log.ts'

/** The hourly housekeeping. */
export async function sweep(env: object): Promise<void> {
  const { databaseUrl, neonFetchEndpoint } = configOf(env)
  log('info', 'swept', await sweepOld(openDatabase({ url: databaseUrl, fetchEndpoint: neonFetchEndpoint })))
}
