import * as z from 'zod'
import { total } from '../../platform/lists/list.ts'
import { preparedList } from '../../platform/lists/prepared-list.ts'
import { media } from '../../platform/db/schema/media.ts'
import { selection } from '../../platform/db/selection.ts'
import { operation } from '../../platform/operation/operation.ts'
import { closePage, listOf, openPage, PageInput } from '../../platform/lists/page.ts'
import { Media, mediaColumns, toMedia } from './media.ts'

const readFiles = preparedList(selection({ total, row: mediaColumns }), { table: media })

/** The files of the caller's stores, newest first. */
export const listMedia = operation(
  {
    name: 'list_media',
    scope: 'catalog:read',
    input: z.strictObject(PageInput),
    output: listOf(Media),
  },
  async ({ caller, read }, input) => {
    const page = openPage(input)
    const { rows, ...count } = await readFiles(read, { page, filter: { status: 'ready' }, search: undefined })
    return closePage(page, rows, count, (row) => toMedia(row, caller.deployment.publicUrl))
  },
)
