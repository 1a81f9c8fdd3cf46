import { neon, neonConfig } from '@neondatabase/serverless'
import { drizzle, type NeonHttpDatabase } from 'drizzle-orm/neon-http'
import type { BatchItem } from 'drizzle-orm/batch'
import { ServiceError } from '../errors/errors.ts'
import { type DatabaseFailure, failureOf, Refusal } from './failure.ts'
import { type Endpoint, endpointOf, fetchRows, type Rows } from './fetch-rows.ts'

/** Builds statements. Only `run` and `write` of a context send them. */
export type Db = Pick<NeonHttpDatabase, 'select' | 'insert' | 'update' | 'delete' | 'execute'>

export type Statement = BatchItem<'pg'>

export type Results<T extends readonly Statement[]> = { -readonly [K in keyof T]: T[K]['_']['result'] }

export type Database = {
  /** One HTTPS POST, one transaction. Retries transient failures, so the statements must be safe to repeat. */
  batch: <T extends readonly [Statement, ...Statement[]]>(
    statements: (db: Db) => T,
    count: Count,
  ) => Promise<Results<T>>
  /** One statement, retried in the same way. Returns its columns as texts. */
  query: (text: string, params: readonly (string | null)[], count: Count) => Promise<Rows>
}

/** Called after every attempt, with its duration in milliseconds and why it failed, if trying again may help. */
export type Count = (ms: number, failure?: DatabaseFailure) => void

export type DatabaseConfig = {
  url: string
  /** The SQL-over-HTTP endpoint, if it is not the Neon host in the URL. */
  fetchEndpoint: string | undefined
}

// For all attempts together. Above the statement timeout of PostgreSQL, 5 s, whose answer shows why a write failed.
const budgetMs = 8000
const pausesMs = [50, 150, 400]

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms * (0.5 + Math.random())))

/** Has no connection, and nothing that belongs to a request. */
export function openDatabase({ url, fetchEndpoint }: DatabaseConfig, limitMs = budgetMs): Database {
  if (fetchEndpoint !== undefined) neonConfig.fetchEndpoint = fetchEndpoint
  let endpoint: Endpoint | undefined
  return {
    batch: (statements, count) =>
      retried(
        limitMs,
        (signal) => {
          const db = drizzle({ client: neon(url, { fetchOptions: { signal } }) })
          const built = statements(db)
          return () => db.batch(built)
        },
        count,
      ),
    query: (text, params, count) =>
      retried(
        limitMs,
        (signal) => {
          const to = (endpoint ??= endpointOf(url))
          return () => fetchRows(to, text, params, signal)
        },
        count,
      ),
  }
}

/** What `prepare` throws was not sent, and is not counted. */
async function retried<T>(
  limitMs: number,
  prepare: (signal: AbortSignal) => () => Promise<T>,
  count: Count,
): Promise<T> {
  const started = Date.now()
  for (let attempt = 0; ; attempt++) {
    const sent = Date.now()
    const send = prepare(AbortSignal.timeout(Math.max(1, started + limitMs - sent)))
    let failed: DatabaseFailure | undefined
    try {
      return await send()
    } catch (error) {
      const failure = failureOf(error)
      if (failure === null) throw error
      if (failure instanceof Refusal || failure.kind === 'deterministic') throw failure
      failed = failure
      // After a statement timeout, a retry would only keep the database busy.
      const isFinal = failure.sqlState === '57014' || failure.reason === 'login refused'
      const next = isFinal ? undefined : pausesMs[attempt]
      if (next === undefined || Date.now() - started + next >= limitMs) throw unavailable(failure)
      await pause(next)
    } finally {
      count(Date.now() - sent, failed)
    }
  }
}

const unavailable = (cause: unknown) =>
  new ServiceError(
    'database_unavailable',
    'The database did not respond in time. Try again. With the same Idempotency-Key, a write happens at most once.',
    { retryAfter: 2, cause },
  )
