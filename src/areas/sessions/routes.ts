import { forgetSession } from '../../platform/auth/sign-in/forget-session.ts'
import { routes } from '../../platform/http/routes/routes.ts'
import { signOut } from './end-sessions.ts'

export const sessionsRoutes = routes('/api/sessions', [
  { delete: '/current', operation: signOut, after: forgetSession },
])
