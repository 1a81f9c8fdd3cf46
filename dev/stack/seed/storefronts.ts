import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import {
  storefrontPageRevisions,
  storefrontPages,
  storefronts,
  storefrontVersions,
} from '../../../src/platform/db/schema/storefront.ts'
import { Draft } from '../../../src/areas/storefront/draft.ts'
import { htmlOf } from '../../../src/areas/storefront/markdown.ts'
import { Seo } from '../../../src/platform/values/seo.ts'
import type { StoreSlug } from '../identity/users.ts'
import type { Random } from './random.ts'
import { storefrontPlans } from './storefront-plans.ts'

/** A store's storefront, published on the day the store opened. */
export async function loadStorefront(
  db: Pick<NodePgDatabase, 'insert'>,
  { slug, storeId, random, openedAt }: { slug: StoreSlug; storeId: string; random: Random; openedAt: Date },
) {
  const plan = storefrontPlans[slug]
  const draft = Draft.parse(plan.draft)
  const times = { createdAt: openedAt, updatedAt: openedAt }
  const pages = plan.pages.map((page, at) => ({
    ...page,
    ...random.row(storeId, openedAt),
    bodyHtml: htmlOf(page.body),
    seo: Seo.parse({}),
    position: at + 1,
  }))
  const listed = pages.map(({ id, slug, title, seo }) => ({ page_id: id, revision: 1, slug, title, seo }))
  await db.insert(storefrontPages).values(pages)
  await db
    .insert(storefrontPageRevisions)
    .values(pages.map(({ id, bodyHtml }) => ({ storeId, pageId: id, revision: 1, bodyHtml, createdAt: openedAt })))
  await db.insert(storefrontVersions).values({
    storeId,
    id: random.id(openedAt),
    number: 1,
    content: { ...draft, pages: listed },
    note: 'Opening',
    createdAt: openedAt,
  })
  await db.insert(storefronts).values({ storeId, draft, publishedVersion: 1, lastVersion: 1, ...times })
}
