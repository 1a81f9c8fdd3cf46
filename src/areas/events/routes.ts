import { exportFile } from '../../platform/http/routes/files.ts'
import { routes } from '../../platform/http/routes/routes.ts'
import { auditSheet, exportAudit } from './export-audit.ts'
import { listAudit } from './list-audit.ts'
import { listEvents } from './list-events.ts'

export const eventsRoutes = routes('/api/events', [{ get: '/', operation: listEvents }])

export const auditRoutes = routes('/api/audit', [
  { get: '/', operation: listAudit },
  { get: '/export', handler: exportFile(exportAudit, 'audit', auditSheet) },
])
