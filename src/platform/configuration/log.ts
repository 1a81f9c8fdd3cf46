import type { Trace } from '../operation/context.ts'

/** Writes one JSON object per line. Log codes, counts and ids only: never tokens, email addresses, people's names or bodies. */
export function log(
  level: 'info' | 'warn' | 'error',
  message: string,
  fields: Readonly<Record<string, unknown>>,
): void {
  console[level](JSON.stringify({ level, message, ...fields }))
}

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
