import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { listFrom, rowsOf, total } from '../../platform/lists/list.ts'
import { storefrontPages as pages } from '../../platform/db/schema/storefront.ts'
import { filteredBy } from '../../platform/references/filter.ts'
import { operation } from '../../platform/operation/operation.ts'
import { closePage, listOf, openPage, PageInput } from '../../platform/lists/page.ts'
import { Slug } from '../../platform/values/text.ts'
import { StorefrontPage, pageColumns, toPage } from './page.ts'

/** Keeps the result small enough for assistants. */
const maxListedBody = 15_000

export const ListedPage = StorefrontPage.omit({ body: true, body_html: true }).extend({
  body: z.string().nullable().describe('The first 15,000 characters of the Markdown text. Null unless slug is set'),
  body_is_cut: z.boolean(),
})

const { body: _body, bodyHtml: _bodyHtml, ...summaryColumns } = pageColumns

export const listPages = operation(
  {
    name: 'list_pages',
    scope: 'storefront:read',
    input: z.strictObject({
      ...PageInput,
      slug: filteredBy('page', Slug.optional().describe('Returns only the page with this slug, including its text')),
    }),
    output: listOf(ListedPage),
  },
  async ({ run }, { slug, ...input }) => {
    const page = openPage({ ...input, slug })
    const { counted, rows, cap } = listFrom({
      table: pages,
      page,
      filter: { deleted: 'false', slug },
      search: undefined,
    })
    const body = sql<string | null>`${slug === undefined ? sql`null` : sql`left(${pages.body}, ${maxListedBody + 1})`}`
    const [found] = await run((db) => [
      db
        .select({ total, row: { ...summaryColumns, body } })
        .from(counted)
        .leftJoinLateral(rows, sql`true`)
        .orderBy(sql`${pages.createdAt} desc, ${pages.id} desc`),
    ])
    const shown = rowsOf(found)
    return closePage(page, shown.rows, { total: shown.total, cap }, ({ body, ...row }) => {
      const { body: _body, body_html: _html, ...summary } = toPage({ ...row, body: '', bodyHtml: '' })
      return {
        ...summary,
        body: body?.slice(0, maxListedBody).toWellFormed() ?? null,
        body_is_cut: (body?.length ?? 0) > maxListedBody,
      }
    })
  },
)
