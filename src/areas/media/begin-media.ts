import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { newId } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import type { Image } from './image.ts'
import { readMedia, uploadRefusals } from './media.ts'

/** Reserves space for a file before it is stored. If the store already has the file, returns its row. */
export const beginMedia = operation(
  {
    name: 'begin_media',
    scope: 'catalog:write',
    input: z.object({ image: z.custom<Image>() }),
    output: z.object({ id: z.string(), path: z.string(), isStored: z.boolean() }),
    refusals: uploadRefusals,
  },
  async ({ caller, write }, { image: { cleaned, sha256, bytes } }) => {
    const row = {
      id: newId(),
      name: crypto.randomUUID().replaceAll('-', ''),
      sha256,
      content_type: cleaned.type,
      width: cleaned.width,
      height: cleaned.height,
      bytes,
    }
    const { id, path, status } = await write({
      store: sql`app.only_store()`,
      statements: () => [],
      result: sql`app.begin_media(${JSON.stringify(row)}::jsonb, ${caller.deployment.media.quotaBytes})`,
      read: readMedia,
    })
    return { id, path, isStored: status === 'ready' }
  },
)
