import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import {
  type PageSeo,
  storefrontPageRevisions as revisions,
  storefronts,
  storefrontVersions as versions,
} from '../../db/schema/storefront.ts'
import { publicOperation } from '../../operation.ts'
import { Slug } from '../../text.ts'
import { Seo } from '../seo.ts'
import { nothingThere, visit } from './visit.ts'

/** As app.storefront_content lists it. */
type Listed = { readonly slug: string; readonly title: string; readonly seo: PageSeo }

export const PublicPage = z.strictObject({
  slug: z.string(),
  title: z.string(),
  body_html: z.string().describe('Sanitised: fit to be put into a document'),
  seo: Seo,
  version: z.int().describe('Of the storefront'),
})

/** A page as it was published last. */
export const getPublicPage = publicOperation(
  {
    input: z.strictObject({ slug: z.string(), page_slug: z.string() }),
    output: z.object({ edition: z.string(), body: PublicPage }),
  },
  async (context, { slug, page_slug }) => {
    const wanted = Slug.safeParse(page_slug)
    if (!wanted.success) throw nothingThere()
    const listed = sql`jsonb_path_query_first(${versions.content}, '$.pages[*] ? (@.slug == $slug)',
      jsonb_build_object('slug', ${wanted.data}::text))`
    const { edition, results } = await visit(context, { slug }, (db) => [
      db
        .select({ page: sql<Listed>`page`, bodyHtml: revisions.bodyHtml, number: versions.number })
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
    if (!row) throw nothingThere()
    const { title, seo, slug: own } = row.page
    return { edition, body: { slug: own, title, body_html: row.bodyHtml, seo, version: row.number } }
  },
)
