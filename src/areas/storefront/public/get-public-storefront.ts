import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { storefronts, storefrontVersions as versions } from '../../../platform/db/schema/storefront.ts'
import { type StoredTax, stores } from '../../../platform/db/schema/stores.ts'
import { publicOperation } from '../../../platform/operation/operation.ts'
import type { Draft } from '../draft.ts'
import { fonts } from '../theme.ts'
import { shownDraft } from '../shown-draft.ts'
import { nothingPublic, visit } from './visit.ts'

export const PublicStorefront = z.strictObject({
  slug: z.string(),
  name: z.string(),
  currency: z.string(),
  currency_exponent: z.int().describe('Number of decimals of the currency'),
  locale: z.string(),
  direction: z.enum(['ltr', 'rtl']).describe('Writing direction of the language'),
  country: z
    .string()
    .nullable()
    .describe("The store's country. Phone numbers without a country code are of this country"),
  ...shownDraft,
  font_families: z.strictObject({ heading: z.string(), body: z.string() }).describe('CSS font-family values'),
  pages: z.array(z.strictObject({ slug: z.string(), title: z.string() })).describe('In display order'),
  tax: z
    .strictObject({ rate: z.number().describe('In percent'), label: z.string(), prices_include_tax: z.boolean() })
    .nullable()
    .describe('Null: the store charges no tax. Some countries may have another rate'),
  challenge: z
    .strictObject({ provider: z.literal('turnstile'), site_key: z.string().nullable() })
    .nullable()
    .describe('If not null, orders and messages need the token of this bot challenge as challenge_token'),
  version: z.int(),
  published_at: z.iso.datetime(),
})

/** The result of app.storefront_content. */
type Content = Draft & { readonly pages: readonly { readonly slug: string; readonly title: string }[] }

/** The storefront as last published. */
export const getPublicStorefront = publicOperation(
  { input: z.strictObject({ slug: z.string() }), output: z.object({ edition: z.string(), body: PublicStorefront }) },
  async (context, { slug }) => {
    const { edition, results } = await visit(context, { slug }, (db) => [
      db
        .select({
          slug: stores.slug,
          name: stores.name,
          currency: stores.currency,
          currency_exponent: stores.currencyExponent,
          locale: stores.locale,
          country: stores.country,
          tax: stores.tax,
          content: sql<Content>`${versions.content}`,
          number: versions.number,
          publishedAt: versions.createdAt,
        })
        .from(stores)
        .innerJoin(storefronts, eq(storefronts.storeId, stores.id))
        .innerJoin(
          versions,
          and(eq(versions.storeId, storefronts.storeId), eq(versions.number, storefronts.publishedVersion)),
        )
        .where(eq(stores.id, sql`(app.stores())[1]`)),
    ])
    const [row] = results[0]
    if (!row) throw nothingPublic()
    const { content, number, publishedAt, ...store } = row
    const { profile, theme, navigation, seo, pages } = content
    const { heading, body } = theme.fonts
    return {
      edition,
      body: {
        ...store,
        direction: directionOf(store.locale),
        tax: store.tax && publicTax(store.tax),
        profile: { ...profile, title: profile.title ?? store.name },
        theme,
        navigation,
        seo,
        font_families: { heading: fonts[heading], body: fonts[body] },
        pages: pages.map(({ slug, title }) => ({ slug, title })),
        challenge: context.deployment.challenge,
        version: number,
        published_at: publishedAt.toISOString(),
      },
    }
  },
)

const publicTax = ({ rate, label, prices_include_tax }: StoredTax) => ({ rate, label, prices_include_tax })

const rightToLeftLanguages = ['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi']

function directionOf(locale: string) {
  const [language = ''] = locale.split('-')
  return rightToLeftLanguages.includes(language) ? ('rtl' as const) : ('ltr' as const)
}
