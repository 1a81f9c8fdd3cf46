import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { storefronts, storefrontVersions as versions } from '../../db/schema/storefront.ts'
import { stores } from '../../db/schema/stores.ts'
import { publicOperation } from '../../operation.ts'
import type { Draft } from '../draft.ts'
import { fonts } from '../fonts.ts'
import { shownDraft } from '../shown-draft.ts'
import { nothingThere, visit } from './visit.ts'

export const PublicStorefront = z.strictObject({
  slug: z.string(),
  name: z.string(),
  currency: z.string(),
  currency_exponent: z.int().describe('Decimals of the currency'),
  locale: z.string(),
  direction: z.enum(['ltr', 'rtl']).describe('Of the language of the locale'),
  country: z.string().nullable().describe('Of the locale, if it names one: for phone numbers in its national form'),
  ...shownDraft,
  font_families: z.strictObject({ heading: z.string(), body: z.string() }).describe('As CSS has them'),
  pages: z.array(z.strictObject({ slug: z.string(), title: z.string() })).describe('In the order to show them'),
  challenge: z
    .strictObject({ provider: z.literal('turnstile'), site_key: z.string().nullable() })
    .nullable()
    .describe('The bot challenge whose token orders and messages must carry as challenge_token; null: none'),
  version: z.int(),
  published_at: z.iso.datetime(),
})

/** As app.storefront_content makes it. */
type Content = Draft & { readonly pages: readonly { readonly slug: string; readonly title: string }[] }

/** What a store shows of itself: as it was published last. */
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
    if (!row) throw nothingThere()
    const { content, number, publishedAt, ...store } = row
    const { profile, theme, navigation, seo, pages } = content
    const { heading, body } = theme.fonts
    return {
      edition,
      body: {
        ...store,
        ...placeOf(store.locale),
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

const rightToLeft = ['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi']

function placeOf(locale: string) {
  const [language = '', ...subtags] = locale.split('-')
  return {
    direction: rightToLeft.includes(language) ? ('rtl' as const) : ('ltr' as const),
    country: subtags.find((subtag) => /^[A-Za-z]{2}$/.test(subtag))?.toUpperCase() ?? null,
  }
}
