import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { storeOf } from '../../platform/db/in-stores.ts'
import { media } from '../../platform/db/schema/media.ts'
import { id } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { refusal } from '../../platform/operation/refusals.ts'
import { Media, readMedia, toMedia } from './media.ts'

const inWords = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** Deletes a file that nothing shows. If it cannot be deleted from the bucket now, the hourly cron does so. */
export const deleteMedia = operation(
  {
    name: 'delete_media',
    scope: 'catalog:write',
    input: z.strictObject({ media_id: id('file') }),
    output: Media,
    refusals: {
      media_in_use: refusal(
        'media_in_use',
        { products: z.int(), collections: z.int(), storefront: z.boolean() },
        ({ products, collections, storefront }) => {
          const users = [
            ...(products > 0 ? [products === 1 ? 'one product' : `${products} products`] : []),
            ...(collections > 0 ? [collections === 1 ? 'one collection' : `${collections} collections`] : []),
            ...(storefront ? ['the storefront'] : []),
          ]
          return `The file is shown by ${inWords.format(users)}. Remove it there first.`
        },
      ),
    },
  },
  async ({ caller, write }, { media_id }) => {
    const { publicUrl, media: files } = caller.deployment
    const row = await write({
      store: storeOf(media, media_id),
      statements: () => [],
      result: sql`app.delete_media(${media_id})`,
      read: readMedia,
    })
    await files.bucket?.delete([row.path.slice(1)]).catch(() => {})
    return toMedia(row, publicUrl)
  },
)
