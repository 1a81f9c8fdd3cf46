import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { operation } from '../../platform/operation/operation.ts'
import { refusal } from '../../platform/operation/refusals.ts'
import { Tag } from '../../platform/values/pasted.ts'
import { Line, Slug } from '../../platform/values/text.ts'
import { Link } from '../../platform/values/links.ts'
import { maxEntries } from './navigation.ts'
import { defaultJson, Storefront, writeStorefront } from './storefront.ts'

const Targets = {
  page: Slug.optional().describe('Slug of a page'),
  product: Slug.optional().describe('Slug of a product'),
  collection: Slug.optional().describe('Slug of a collection'),
  tag: Tag.optional().describe('The products with this tag'),
  url: Link.optional(),
}

/** Adds one entry at the end of the draft's navigation, or renames the entry that leads there already. */
export const addToNavigation = operation(
  {
    name: 'add_to_navigation',
    scope: 'storefront:write',
    input: z
      .strictObject({
        label: Line(60),
        ...Targets,
        under: Line(60)
          .optional()
          .describe('Label of the entry to put it under. Default: the top level')
          .meta({ tool: 'Label of the entry above' }),
      })
      .refine(
        ({ page, product, collection, tag, url }) =>
          [page, product, collection, tag, url].filter((to) => to !== undefined).length === 1,
        {
          message: 'Set one of page, product, collection, tag and url.',
        },
      ),
    output: Storefront,
    refusals: {
      entry_not_found: refusal(
        'invalid_input',
        { labels: z.array(z.string()) },
        ({ labels }) =>
          labels.length === 0
            ? 'The navigation has no entries yet. Leave out under.'
            : `No entry has this label. The entries are: ${labels.join(', ')}.`,
        { pointer: '/under', problem: 'not_found', members: () => ({}) },
      ),
      navigation_full: refusal(
        'limit_reached',
        {},
        `A level of the navigation can have at most ${maxEntries} entries.`,
      ),
    },
  },
  async ({ write }, { label, under, ...target }) =>
    writeStorefront(write, (db) => [
      db.execute(
        sql`select app.add_to_navigation(${defaultJson}, ${JSON.stringify({ label, to: toTarget(target) })}::jsonb,
          ${under ?? null}, ${maxEntries})`,
      ),
    ]),
)

type Target = { readonly [Kind in keyof typeof Targets]: string | undefined }

function toTarget({ page, product, collection, tag, url }: Partial<Target>) {
  if (page !== undefined) return { type: 'page', slug: page }
  if (product !== undefined) return { type: 'product', slug: product }
  if (collection !== undefined) return { type: 'collection', slug: collection }
  return tag === undefined ? { type: 'url', url } : { type: 'products', tag }
}
