import type { Visitor } from '../../operation/context.ts'
import type { RequestContext } from '../app-env.ts'
import { configOf } from '../../configuration/config.ts'
import { databaseOf } from '../../configuration/database.ts'
import { deploymentOf } from '../../configuration/deployment.ts'
import { withoutMarks } from '../../values/pasted.ts'
import { readerOf } from '../reader.ts'

/** A request without a credential, for public routes. */
export function visitorOf(c: RequestContext): Visitor {
  const config = configOf(c.env)
  c.var.trace.callerKind = 'visitor'
  const slug = c.req.param('slug')
  if (slug !== undefined) c.var.trace.store = withoutMarks(slug)
  const language = readerOf(c)?.language ?? 'en'
  return { database: databaseOf(config), deployment: deploymentOf(config), trace: c.var.trace, language }
}
