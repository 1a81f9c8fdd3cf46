import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { eachPage, pageFrom, partOf, storesSeen } from '../../platform/lists/pages.ts'
import { events } from '../../platform/db/schema/events.ts'
import { operation } from '../../platform/operation/operation.ts'
import { pagesOf } from '../../platform/transfer/export.ts'
import { AuditFilters, auditFilter } from './audit-filters.ts'
import { Event, eventColumns, toEvent } from './event.ts'

/** Exports all events that match the filters of the audit log, newest first. */
export const exportAudit = operation(
  { name: 'export_audit', scope: 'members:manage', input: z.strictObject(AuditFilters), output: pagesOf(Event) },
  async ({ run }, filters) =>
    eachPage({ ascending: false, size: 1000, toItem: toEvent }, async (page) => {
      const { from, rows, found } = pageFrom({
        table: events,
        page,
        filter: auditFilter(filters),
        search: undefined,
        stores: sql`app.writable_stores()`,
      })
      const read = await run((db) => [
        db
          .select({ found, row: eventColumns })
          .from(from)
          .innerJoinLateral(rows, sql`true`)
          .orderBy(sql`${events.createdAt} desc, ${events.id} desc`),
        storesSeen(db),
      ])
      return partOf(page, read)
    }),
)
