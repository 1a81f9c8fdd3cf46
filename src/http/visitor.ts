import type { Visitor } from '../context.ts'
import { openDatabase } from '../db/client.ts'
import type { Asked } from './app-env.ts'
import { configOf } from './config.ts'

/** A request without a credential, for what is open to everybody. */
export function visitorOf(c: Asked): Visitor {
  const { databaseUrl, neonFetchEndpoint } = configOf(c.env)
  return { database: openDatabase({ url: databaseUrl, fetchEndpoint: neonFetchEndpoint }), trace: c.var.trace }
}
