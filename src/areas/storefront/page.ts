import { getTableColumns, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Read } from '../../platform/operation/context.ts'
import { keptRow } from '../../platform/db/as-table.ts'
import { storefrontPages as pages } from '../../platform/db/schema/storefront.ts'
import { toIso, type WithRowTimes } from '../../platform/values/row-time.ts'
import { id } from '../../platform/values/ids.ts'
import { refusal, type Refusals } from '../../platform/operation/refusals.ts'
import { Line, Slug } from '../../platform/values/text.ts'
import { countMarks } from './markdown-work.ts'
import { sanitized } from './sanitize.ts'
import { Seo, SeoChange } from '../../platform/values/seo.ts'
import { limits } from '../../platform/values/limits.ts'

/** A public storefront lists all of its pages at once. */
const maxPages = limits.store.pages

const maxBodyBytes = 102_400

/** Rendering takes time for each of them. */
const maxMarks = limits.page.marks

export const StorefrontPage = z.object({
  id: id('page'),
  store_id: id('store'),
  slug: z.string(),
  title: z.string(),
  body: z.string().describe('Markdown'),
  body_html: z.string().describe('The body as visitors see it'),
  seo: Seo,
  position: z.int().describe('Pages are sorted by this'),
  version: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})

export const PageFields = {
  slug: Slug.optional().describe('Unique within the store. Default: derived from the title'),
  title: Line(200),
  body: z
    .string()
    .max(maxBodyBytes)
    .refine((text) => new TextEncoder().encode(text).length <= maxBodyBytes, {
      message: 'must be at most 100 KB',
      params: { code: 'too_big' },
    })
    .refine((text) => text.length > maxBodyBytes || countMarks(text) <= maxMarks, {
      message: `must have at most ${maxMarks} marks: lines, table cells, list items, links and emphasis count. Split the page`,
      params: { code: 'too_big' },
    })
    .describe('Markdown (CommonMark and tables), at most 100 KB. HTML is shown as text')
    .meta({ tool: 'Markdown' }),
  seo: SeoChange,
  position: z.int().min(0).max(10_000).optional().describe('Default: last').meta({ tool: false }),
}

const { deleted: _deleted, ...pageColumns } = getTableColumns(pages)

export { pageColumns }

export type StorefrontPageRow = WithRowTimes<Omit<typeof pages.$inferSelect, 'deleted'>>

export const readPage: Read<StorefrontPageRow> = (db, result) => db.select(pageColumns).from(keptRow(pages, result))

export const toPage = (row: StorefrontPageRow): z.output<typeof StorefrontPage> => ({
  id: row.id,
  store_id: row.storeId,
  slug: row.slug,
  title: row.title,
  body: row.body,
  body_html: row.bodyHtml,
  seo: row.seo,
  position: row.position,
  version: row.version,
  created_at: toIso(row.createdAt),
  updated_at: toIso(row.updatedAt),
})

/** The body and its HTML, which are stored together. The Markdown renderer loads with the first page that is written. */
export async function withHtml(body: string) {
  const { htmlOf } = await import('./markdown.ts')
  return { body, bodyHtml: await sanitized(htmlOf(body)) }
}

/** Refuses if the store has too many pages after one was added. */
export const expectPageCount = sql`select app.refuse(422, 'too_many_pages')
  from (select count(*) as pages from ${pages} p where p.store_id = app.store() and not p.deleted) as counted
  where counted.pages > ${maxPages}`

/** Why writing a page can be refused. */
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
