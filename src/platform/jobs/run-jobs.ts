import { DatabaseFailure, Refusal } from '../db/failure.ts'
import { type Job, JobFailed } from './job.ts'
import { ConfigInvalid } from '../configuration/config.ts'
import { log } from '../configuration/log.ts'

/** Runs the jobs one after another, even if one fails, logs each that fails, and then throws one error about all of them. */
export async function runJobs(jobs: readonly Job[]): Promise<void> {
  const failures: Error[] = []
  for (const { name, done, run } of jobs) {
    try {
      report(done, await run())
    } catch (error) {
      if (error instanceof JobFailed) report(done, error.done)
      failures.push(...failuresOf(name, error))
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, failures.map(({ message }) => message).join('; '))
}

function report([message, unit]: Job['done'], count: number): void {
  if (count > 0) log('info', message, { [unit]: count })
}

/** Logs each cause once, with the stores in which it occurred. */
function failuresOf(job: string, error: unknown): Error[] {
  const [done, stores] = error instanceof JobFailed ? [error.done, error.stores] : [0, new Map<string, unknown>()]
  const causes =
    error instanceof JobFailed ? [...stores.values()] : error instanceof AggregateError ? error.errors : [error]
  const reasons = Map.groupBy(causes.map(causeOf), ({ reason }) => reason)
  return [...reasons].map(([reason, [first]]) => {
    const failed = [...stores].filter(([, cause]) => causeOf(cause).reason === reason).map(([store]) => store)
    log('error', 'job failed', {
      job,
      reason,
      ...(first?.sqlState && { sql_state: first.sqlState }),
      ...(failed.length > 0 && { stores: failed, done }),
    })
    return new Error(`${job}: ${reason}`)
  })
}

/** Never the message of an unknown error, which may contain a connection string or data. */
function causeOf(error: unknown): { readonly reason: string; readonly sqlState?: string | undefined } {
  if (error instanceof DatabaseFailure) return { reason: error.message.trim(), sqlState: error.sqlState }
  if (error instanceof Refusal) return { reason: `refused: ${error.code}` }
  if (error instanceof ConfigInvalid) return { reason: error.message }
  if (error instanceof Error) return error.cause === undefined ? { reason: error.name } : causeOf(error.cause)
  return { reason: typeof error }
}
