import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { boundColumns } from '../../platform/lists/bounded-list.ts'
import { total } from '../../platform/lists/list.ts'
import { preparedList } from '../../platform/lists/prepared-list.ts'
import { events } from '../../platform/db/schema/events.ts'
import { selection } from '../../platform/db/selection.ts'
import { operation } from '../../platform/operation/operation.ts'
import { closePage, listOf, openPage, PageInput } from '../../platform/lists/page.ts'
import { AuditFilters, auditFilter } from './audit-filters.ts'
import { Event, eventColumns, toEvent } from './event.ts'

const readEvents = preparedList(selection({ total, row: eventColumns }), {
  table: events,
  stores: sql`app.writable_stores()`,
  bounds: {
    selected: selection({ total, ...boundColumns, row: eventColumns }),
    unique: 'id',
    served: ['subject_id'],
  },
})

/** The audit log: every event of the stores that the caller manages, newest first. */
export const listAudit = operation(
  {
    name: 'list_audit',
    scope: 'members:manage',
    input: z.strictObject({ ...PageInput, ...AuditFilters }),
    output: listOf(Event),
  },
  async ({ read }, { page: number, limit, cursor, ...filters }) => {
    const page = openPage({ page: number, limit, cursor, ...filters })
    const filter = auditFilter(filters)
    const { rows, stop, ...count } = await readEvents(read, { page, filter, search: undefined })
    return closePage(page, rows, count, toEvent, { stop })
  },
)
