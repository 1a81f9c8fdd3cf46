import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../../platform/http/app-env.ts'
import { baseApp } from '../../platform/http/base-app.ts'
import { settingsRoutes } from './routes.ts'

export const settingsApp = (around: MiddlewareHandler<AppEnv>) => baseApp(around).route('/settings', settingsRoutes)
