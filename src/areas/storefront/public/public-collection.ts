import * as z from 'zod'
import type { collections } from '../../../platform/db/schema/collections.ts'
import { id } from '../../../platform/values/ids.ts'
import { Seo } from '../../../platform/values/seo.ts'
import { PublicImage, toPublicImage } from './public-product.ts'

/** A published collection as visitors see it, without its products. */
export const PublicCollection = z.strictObject({
  id: id('collection'),
  slug: z.string(),
  title: z.string(),
  description: z.string().nullable().describe('Plain text'),
  image: PublicImage.nullable(),
  seo: Seo,
})

export type PublicCollectionRow = Pick<
  typeof collections.$inferSelect,
  'id' | 'slug' | 'title' | 'description' | 'image' | 'seo'
>

export const toPublicCollection = (row: PublicCollectionRow): z.output<typeof PublicCollection> => ({
  id: row.id,
  slug: row.slug,
  title: row.title,
  description: row.description,
  image: row.image && toPublicImage(row.image),
  seo: row.seo,
})
