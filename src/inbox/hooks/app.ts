import { baseApp } from '../../http/base-app.ts'
import { answerNotFound } from '../../http/not-found.ts'
import { hooksRoutes } from './routes.ts'

/** Called by servers, with more in one call than a browser may send. */
export function hooksApp() {
  const app = baseApp().route('/api/inbox/hooks', hooksRoutes)
  answerNotFound(app)
  return app
}
