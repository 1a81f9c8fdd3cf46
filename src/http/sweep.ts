import { openDatabase } from '../db/client.ts'
import { sweepIdempotencyKeys } from '../db/sweep.ts'
import { configOf } from './config.ts'
import { log } from './log.ts'

/** The hourly housekeeping. */
export async function sweep(env: object): Promise<void> {
  const { databaseUrl, neonFetchEndpoint } = configOf(env)
  const gone = await sweepIdempotencyKeys(openDatabase({ url: databaseUrl, fetchEndpoint: neonFetchEndpoint }))
  log('info', 'swept', { idempotency_keys: gone })
}
