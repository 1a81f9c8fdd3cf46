import { routes } from '../../platform/http/routes/routes.ts'
import { listEvents } from './list-events.ts'

export const eventsRoutes = routes('/api/events', [{ get: '/', operation: listEvents, included: ['resource'] }])
