import type { Trace } from '../operation/context.ts'
import { log } from './log.ts'

/** Logs the database's failures during a request, those that a retry made good as well. */
export function logFailures({ failures = [], callerKind, store }: Trace, requestId: string): void {
  if (failures.length === 0) return
  const isRefused = failures.some(({ failure }) => failure.reason === 'login refused')
  log(isRefused ? 'error' : 'warn', 'database failure', {
    request_id: requestId,
    reason: failures.at(-1)?.failure.message,
    attempts: failures.map(({ ms, failure: { reason, sqlState } }) => ({ ms, reason, sql_state: sqlState })),
    caller_kind: callerKind,
    store,
  })
}
