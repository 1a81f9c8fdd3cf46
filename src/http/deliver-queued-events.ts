import { createMiddleware } from 'hono/factory'
import type { AppEnv } from './app-env.ts'
import { configOf } from './config.ts'
import { databaseOf } from './database.ts'
import { deploymentOf } from './deployment.ts'
import { log } from './log.ts'

/** Delivers what the request queued for the store's webhooks, after the response. If this fails, the cron does. */
export const deliverQueuedEvents = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  const { queuedFor } = c.var.trace
  if (queuedFor === undefined) return
  const config = configOf(c.env)
  const dependencies = { database: databaseOf(config), deployment: deploymentOf(config), report: log }
  c.executionCtx.waitUntil(
    // Loaded when needed: most stores have no webhooks.
    // oxlint-disable-next-line no-restricted-imports -- no operation: what every request does after its response
    import('../webhooks/sending/deliver-events.ts').then(({ deliverQueued }) => deliverQueued(dependencies, queuedFor)),
  )
})
