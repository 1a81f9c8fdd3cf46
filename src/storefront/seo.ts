import * as z from 'zod'
import { Line } from '../text.ts'
import { withDefaults } from './change-of.ts'
import { HttpsUrl } from './links.ts'

/** How search engines and link previews show something. */
export const Seo = z.object({
  title: Line(200).nullable().default(null),
  description: Line(500).nullable().default(null),
  image_url: HttpsUrl.nullable().default(null),
  noindex: z.boolean().default(false),
})

const defaultSeo = Seo.parse({})

/** What a change leaves of nothing: a whole one. */
export const newSeo = (change: unknown): string => JSON.stringify({ ...defaultSeo, ...Object(seoChange(change)) })

/** A change with defaults where it says null, to be laid over what there is. */
export const settledSeo = (change: unknown): string => JSON.stringify(seoChange(change))

const seoChange = (change: unknown) => withDefaults(change, defaultSeo)
