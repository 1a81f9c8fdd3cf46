import { createApp } from './app.ts'
import type { Bindings } from './platform/http/app-env.ts'

const app = createApp()

export default {
  fetch: app.fetch,
  scheduled: async (event, env) => (await import('./scheduled.ts')).scheduled(event, env),
} satisfies ExportedHandler<Bindings>
