import { baseApp } from '../http/base-app.ts'
import { settingsRoutes } from './routes.ts'

export const settingsApp = () => baseApp().route('/settings', settingsRoutes)
