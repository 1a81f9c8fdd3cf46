import { crossOriginApp } from '../http/base-app.ts'
import { answerNotFound } from '../http/not-found.ts'
import { mcpEndpoint } from './endpoint.ts'

export function mcpApp() {
  const app = crossOriginApp().route('/', mcpEndpoint)
  answerNotFound(app)
  return app
}
