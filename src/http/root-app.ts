import { protectedResource } from '../mcp/protected-resource.ts'
import { crossOriginApp } from './base-app.ts'
import { health } from './health.ts'
import { answerNotFound } from './not-found.ts'

/** What stands at the root. */
export function rootApp() {
  const app = crossOriginApp().route('/', health).route('/', protectedResource)
  answerNotFound(app)
  return app
}
