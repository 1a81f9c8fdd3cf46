import { exportFile } from '../../platform/http/routes/files.ts'
import { routes } from '../../platform/http/routes/routes.ts'
import { auditSheet, exportAudit } from './export-audit.ts'
import { listAudit } from './list-audit.ts'

export const auditRoutes = routes('/api/audit', [
  { get: '/', operation: listAudit },
  { get: '/export', handler: exportFile(exportAudit, 'audit', auditSheet) },
])
