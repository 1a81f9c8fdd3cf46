import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { inVisibleStores } from '../../platform/db/in-stores.ts'
import { query, type ValueOf } from '../../platform/db/prepared.ts'
import { media } from '../../platform/db/schema/media.ts'
import { selection } from '../../platform/db/selection.ts'
import { notFound } from '../../platform/errors/errors.ts'
import { id } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Media, mediaColumns, toMedia } from './media.ts'

const byId = query(
  selection(mediaColumns),
  (value: ValueOf<{ readonly id: string }>) =>
    sql`from ${media} where ${and(inVisibleStores(media.storeId), eq(media.id, value('id')))} and status = 'ready'`,
)

export const getMedia = operation(
  {
    name: 'get_media',
    scope: 'catalog:read',
    input: z.strictObject({ media_id: id('file') }),
    output: Media,
  },
  async ({ caller, read }, { media_id }) => {
    const [row] = await read(byId, { id: media_id })
    if (!row) throw notFound('file')
    return toMedia(row, caller.deployment.publicUrl)
  },
)
