import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { boundColumns } from '../db/bounded-list.ts'
import { total } from '../db/list.ts'
import { preparedList } from '../db/prepared-list.ts'
import { events } from '../db/schema/events.ts'
import { selection } from '../db/selection.ts'
import { operation } from '../operation.ts'
import { closePage, listOf, openPage, PageInput } from '../page.ts'
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
