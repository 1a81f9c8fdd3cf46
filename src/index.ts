import { createApp } from './app.ts'
import type { Bindings } from './http/app-env.ts'
import { scheduled } from './scheduled.ts'

const app = createApp()

export default {
  fetch: app.fetch,
  scheduled,
} satisfies ExportedHandler<Bindings>
