import pg from 'pg'

/** An error response without an SQLSTATE. */
export class NeonError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const fields = [
  'code',
  'detail',
  'hint',
  'position',
  'internalPosition',
  'internalQuery',
  'severity',
  'where',
  'table',
  'column',
  'schema',
  'dataType',
  'constraint',
  'file',
  'line',
  'routine',
] as const

/** The status and body that Neon's proxy returns. A lost connection is a 400, like an invalid statement. */
export function errorAnswer(error: unknown): { status: number; body: string } {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof NeonError && error.status !== 400) {
    return { status: error.status, body: JSON.stringify({ message, code: null }) }
  }
  const cause = error instanceof pg.DatabaseError ? error : undefined
  const body: Record<string, string | null> = { message }
  for (const field of fields) body[field] = cause?.[field] ?? null
  return { status: 400, body: JSON.stringify(body) }
}
