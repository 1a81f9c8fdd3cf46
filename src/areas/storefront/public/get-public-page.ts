import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import {
  type PageSeo,
  storefrontPageRevisions as revisions,
  storefronts,
  storefrontVersions as versions,
} from '../../../platform/db/schema/storefront.ts'
import { publicOperation } from '../../../platform/operation/operation.ts'
import { Slug } from '../../../platform/values/text.ts'
import { Seo } from '../../../platform/values/seo.ts'
import { nothingPublic, visit } from './visit.ts'

/** An entry of app.storefront_content. */
type PublishedPage = { readonly slug: string; readonly title: string; readonly seo: PageSeo }

export const PublicPage = z.strictObject({
  slug: z.string(),
  title: z.string(),
  body_html: z.string().describe('Sanitized, safe to insert into a document'),
  seo: Seo,
  version: z.int().describe('Version of the storefront'),
})

/** A page as last published. */
export const getPublicPage = publicOperation(
  {
    input: z.strictObject({ slug: z.string(), page_slug: z.string() }),
    output: z.object({ edition: z.string(), body: PublicPage }),
  },
  async (context, { slug, page_slug }) => {
    const parsedSlug = Slug.safeParse(page_slug)
    if (!parsedSlug.success) throw nothingPublic()
    const listed = sql`jsonb_path_query_first(${versions.content}, '$.pages[*] ? (@.slug == $slug)',
      jsonb_build_object('slug', ${parsedSlug.data}::text))`
    const { edition, results } = await visit(context, { slug }, (db) => [
      db
        .select({ page: sql<PublishedPage>`page`, bodyHtml: revisions.bodyHtml, number: versions.number })
        .from(storefronts)
        .innerJoin(
          versions,
          and(eq(versions.storeId, storefronts.storeId), eq(versions.number, storefronts.publishedVersion)),
        )
        .innerJoinLateral(sql`(select ${listed} as page) as listed`, sql`page is not null`)
        .innerJoin(
          revisions,
          and(
            eq(revisions.storeId, storefronts.storeId),
            eq(revisions.pageId, sql`(page ->> 'page_id')::uuid`),
            eq(revisions.revision, sql`(page ->> 'revision')::int`),
          ),
        )
        .where(eq(storefronts.storeId, sql`(app.stores())[1]`)),
    ])
    const [row] = results[0]
    if (!row) throw nothingPublic()
    const { title, seo } = row.page
    return { edition, body: { slug: row.page.slug, title, body_html: row.bodyHtml, seo, version: row.number } }
  },
)
