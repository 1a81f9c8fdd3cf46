import { createApp } from './app.ts'
import type { Bindings } from './http/app-env.ts'
import { sweep } from './http/sweep.ts'

const app = createApp()

export default {
  fetch: app.fetch,
  scheduled: (_event, env) => sweep(env),
} satisfies ExportedHandler<Bindings>
