import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { listFrom, rowsOf, total } from '../../../platform/lists/list.ts'
import { segments } from '../../../platform/db/schema/segments.ts'
import { operation } from '../../../platform/operation/operation.ts'
import { closePage, listOf, openPage, PageInput } from '../../../platform/lists/page.ts'
import { Segment, segmentColumns, toSegment } from './segment.ts'

export const listSegments = operation(
  { name: 'list_segments', scope: 'crm:read', input: z.strictObject(PageInput), output: listOf(Segment) },
  async ({ run }, input) => {
    const page = openPage(input)
    const { counted, rows, cap } = listFrom({ table: segments, page, filter: {}, search: undefined })
    const [found] = await run((db) => [
      db
        .select({ total, row: segmentColumns })
        .from(counted)
        .leftJoinLateral(rows, sql`true`)
        .orderBy(sql`${segments.createdAt} desc, ${segments.id} desc`),
    ])
    const shown = rowsOf(found)
    return closePage(page, shown.rows, { total: shown.total, cap }, toSegment)
  },
)
