import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import type { Reference } from '../../platform/references/reference.ts'

/** Refuses variants' images that the product does not have. `images`: {JSON pointer: media id}. */
export const expectImages = (
  db: Db,
  productId: Reference,
  images: Readonly<Record<string, string | null | undefined>>,
) =>
  Object.values(images).some(Boolean)
    ? [db.execute(sql`select app.expect_variant_images(${productId}, ${JSON.stringify(images)}::jsonb)`)]
    : []
