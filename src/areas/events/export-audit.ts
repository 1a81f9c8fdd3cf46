import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { events } from '../../platform/db/schema/events.ts'
import { eachPage, pageFrom, exportedPartOf, storesSeen } from '../../platform/lists/export-pages.ts'
import { operation } from '../../platform/operation/operation.ts'
import { code, json, text } from '../../platform/transfer/cell-types.ts'
import { pagesOf } from '../../platform/transfer/export.ts'
import { exportOnly, type Sheet } from '../../platform/transfer/sheet.ts'
import { auditFilter, AuditFilters } from './audit-filters.ts'
import { Event, eventColumns, type EventEnvelope, toEvent } from './event.ts'

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
      return exportedPartOf(page, read)
    }),
)

export const auditSheet: Sheet<EventEnvelope> = {
  columns: [
    exportOnly('created_at', text, (event) => event.created_at),
    exportOnly('type', text, (event) => event.type),
    exportOnly('actor_kind', text, ({ actor }) => actor.kind),
    exportOnly('actor_id', code, ({ actor }) => actor.id),
    exportOnly('actor_name', text, ({ actor }) => actor.name),
    exportOnly('acts_for_id', code, ({ actor }) => actor.acts_for?.id ?? null),
    exportOnly('acts_for_name', text, ({ actor }) => actor.acts_for?.name ?? null),
    exportOnly('subject_type', text, ({ subject }) => subject.type),
    exportOnly('subject_id', code, ({ subject }) => subject.id),
    exportOnly('data', json, (event) => event.data),
    exportOnly('id', code, (event) => event.id),
    exportOnly('store_id', code, (event) => event.store_id),
  ],
  ignoredFields: [],
  identity: [],
}
