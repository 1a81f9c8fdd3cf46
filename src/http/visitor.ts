import type { Visitor } from '../context.ts'
import type { Asked } from './app-env.ts'
import { configOf } from './config.ts'
import { databaseOf } from './database.ts'

/** A request without a credential, for what is open to everybody. */
export function visitorOf(c: Asked): Visitor {
  return { database: databaseOf(configOf(c.env)), trace: c.var.trace }
}
