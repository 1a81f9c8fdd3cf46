import * as z from 'zod'
import { Tag } from '../../platform/values/pasted.ts'
import { Line, Slug } from '../../platform/values/text.ts'
import { Link } from '../../platform/values/links.ts'

const Target = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('home') }),
    z.strictObject({ type: z.literal('products'), tag: Tag.optional() }),
    z.strictObject({ type: z.literal('product'), slug: Slug }),
    z.strictObject({ type: z.literal('collection'), slug: Slug }),
    z.strictObject({ type: z.literal('page'), slug: Slug }),
    z.strictObject({ type: z.literal('url'), url: Link }),
  ])
  .describe(
    'The home page, the products (all, or those with a tag), a product, collection or page by its slug, or a URL',
  )

const Entry = { label: Line(60), to: Target }

/** On each level. */
export const maxEntries = 20

/** At most two levels. */
export const Navigation = z
  .array(
    z.strictObject({
      ...Entry,
      children: z.array(z.strictObject(Entry)).max(maxEntries).default([]),
    }),
  )
  .max(maxEntries)
