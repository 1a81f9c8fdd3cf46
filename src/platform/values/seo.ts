import * as z from 'zod'
import { Line } from './text.ts'
import { changeOf, withDefaults } from './change-of.ts'
import { HttpsUrl } from './links.ts'

/** How search engines and link previews show a page. */
export const Seo = z.object({
  title: Line(200).nullable().default(null),
  description: Line(500).nullable().default(null),
  image_url: HttpsUrl.nullable().default(null),
  noindex: z.boolean().default(false),
})

export const SeoChange = changeOf(Seo)

const defaultSeo = Seo.parse({})

/** The fields of a new page: the defaults with the change applied. */
export const newSeo = (change: unknown): string => JSON.stringify({ ...defaultSeo, ...Object(seoChange(change)) })

/** The change with nulls replaced by defaults, to be merged into the stored fields. */
export const seoPatch = (change: unknown): string => JSON.stringify(seoChange(change))

const seoChange = (change: unknown) => withDefaults(change, defaultSeo)
