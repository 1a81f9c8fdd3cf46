import { getTableColumns, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Read } from '../context.ts'
import { keptRow } from '../db/as-table.ts'
import { storefrontPages as pages } from '../db/schema/storefront.ts'
import { id } from '../ids.ts'
import { refusal, type Refusals } from '../refusals.ts'
import { Line, Slug } from '../text.ts'
import { changeOf } from './change-of.ts'
import { htmlOf } from './markdown.ts'
import { sanitized } from './sanitize.ts'
import { Seo } from './seo.ts'

/** As many as one look at a storefront can list. */
const maxPages = 200

const maxBodyBytes = 102_400

export const Page = z.object({
  id: id('page'),
  store_id: id('store'),
  slug: z.string(),
  title: z.string(),
  body: z.string().describe('Markdown'),
  body_html: z.string().describe('The body as visitors get it'),
  seo: Seo,
  position: z.int().describe('Pages are shown in this order'),
  version: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})

export const PageFields = {
  slug: Slug.optional().describe('Unique among the pages. Default: made from the title'),
  title: Line(200),
  body: z
    .string()
    .max(maxBodyBytes)
    .refine((text) => new TextEncoder().encode(text).length <= maxBodyBytes, 'Give at most 100 KB')
    .describe('Markdown (CommonMark and tables), at most 100 KB. HTML in it is shown as text'),
  seo: changeOf(Seo),
  position: z.int().min(0).max(10_000).optional().describe('Default: last'),
}

const { deleted: _deleted, ...pageColumns } = getTableColumns(pages)

export { pageColumns }

export type PageRow = Omit<typeof pages.$inferSelect, 'deleted'>

export const readPage: Read<PageRow> = (db, result) => db.select(pageColumns).from(keptRow(pages, result))

/** A page of the open store as a write's result. */
export const pageJson = (pageId: string) =>
  sql`(select to_jsonb(p) from ${pages} p where p.store_id = app.store() and p.id = ${pageId})`

export const toPage = (row: PageRow): z.output<typeof Page> => ({
  id: row.id,
  store_id: row.storeId,
  slug: row.slug,
  title: row.title,
  body: row.body,
  body_html: row.bodyHtml,
  seo: row.seo,
  position: row.position,
  version: row.version,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
})

/** A body with its HTML, to be written together. */
export const rendered = async (body: string) => ({ body, bodyHtml: await sanitized(htmlOf(body)) })

/** Refuses where the store has more pages than it may, once one was added to them. */
export const refuseTooMany = sql`select app.refuse(422, 'too_many_pages')
  from (select count(*) as pages from ${pages} p where p.store_id = app.store() and not p.deleted) as counted
  where counted.pages > ${maxPages}`

/** What creating, saving or changing a page may be refused for. */
export const pageRefusals = {
  storefront_pages_slug_key: refusal(
    'duplicate',
    {},
    'Another page of this store has this slug. Choose a different one.',
    { pointer: '/slug' },
  ),
  too_many_pages: refusal('invalid_input', {}, `A storefront can have at most ${maxPages} pages. Delete one first.`, {
    problem: 'too_many_pages',
    pointer: '',
  }),
} as const satisfies Refusals
