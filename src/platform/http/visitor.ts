import type { Visitor } from '../operation/context.ts'
import type { RequestContext } from './app-env.ts'
import { configOf } from './config.ts'
import { databaseOf } from './database.ts'
import { deploymentOf } from './deployment.ts'

/** A request without a credential, for public routes. */
export function visitorOf(c: RequestContext): Visitor {
  const config = configOf(c.env)
  c.var.trace.callerKind = 'visitor'
  const slug = c.req.param('slug')
  if (slug !== undefined) c.var.trace.store = slug
  return { database: databaseOf(config), deployment: deploymentOf(config), trace: c.var.trace }
}
