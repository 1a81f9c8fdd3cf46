import { baseApp } from '../http/base-app.ts'
import { answerNotFound } from '../http/not-found.ts'
import { authorizationServerMetadata, oauthRoutes } from './routes.ts'

export function oauthApp() {
  const app = baseApp().route('/api/oauth', oauthRoutes).route('/.well-known', authorizationServerMetadata)
  answerNotFound(app)
  return app
}
