import * as z from 'zod'
import type { ProductImage } from '../../../platform/db/schema/products.ts'
import type { PageSeo } from '../../../platform/db/schema/storefront.ts'
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

export type PublicCollectionRow = {
  readonly id: string
  readonly slug: string
  readonly title: string
  readonly description: string | null
  readonly image: ProductImage | null
  readonly seo: PageSeo
}

export const toPublicCollection = (row: PublicCollectionRow): z.output<typeof PublicCollection> => ({
  id: row.id,
  slug: row.slug,
  title: row.title,
  description: row.description,
  image: row.image && toPublicImage(row.image),
  seo: row.seo,
})
