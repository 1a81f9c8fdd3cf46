import { baseApp } from '../http/base-app.ts'
import { settingsRoutes } from './routes.ts'
import { noSuchPage } from './ui/on-page-error.tsx'

export function settingsApp() {
  const app = baseApp().route('/settings', settingsRoutes)
  app.notFound(noSuchPage)
  return app
}
