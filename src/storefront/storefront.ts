import { sql, type SQL } from 'drizzle-orm'
import * as z from 'zod'
import type { Read } from '../context.ts'
import { id } from '../ids.ts'
import { contrastOf, pairs } from './contrast.ts'
import { defaultDraft, type Draft } from './draft.ts'
import { shownDraft } from './shown-draft.ts'

const Warning = z.object({
  code: z.enum(['low_contrast', 'link_not_found']),
  pointer: z.string().describe('Where in the draft'),
  detail: z.string(),
})

export const Storefront = z.object({
  store_id: id('store'),
  slug: z.string().describe('Where its public is: /api/storefront/{slug}'),
  ...shownDraft,
  published_version: z.int().nullable().describe('Null: not public yet'),
  published_at: z.iso.datetime().nullable(),
  has_unpublished_changes: z.boolean().describe('Of the draft or its pages'),
  warnings: z.array(Warning).describe('What visitors would stumble over; nothing is refused for it'),
  version: z.int().describe('Of the draft'),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})

/** As app.storefront_json makes it. */
type StorefrontJson = {
  readonly store_id: string
  readonly slug: string
  readonly draft: Draft
  readonly published_version: number | null
  readonly published_at: string | null
  readonly has_unpublished_changes: boolean
  readonly missing: readonly { type: string; slug: string }[]
  readonly version: number
  readonly created_at: string
  readonly updated_at: string
}

export type StorefrontRow = { readonly storefront: StorefrontJson | null }

export const defaultJson: SQL = sql`${JSON.stringify(defaultDraft)}::jsonb`

export const storefrontOf = (store: SQL): SQL => sql`app.storefront_json(${store}, ${defaultJson})`

export const readStorefront: Read<StorefrontRow> = (db, result) =>
  db.select({ storefront: sql<StorefrontJson | null>`done.kept` }).from(sql`(select ${result} as kept) as done`)

export function toStorefront(row: StorefrontJson): z.output<typeof Storefront> {
  const time = (at: string) => new Date(at).toISOString()
  const { draft } = row
  return {
    store_id: row.store_id,
    slug: row.slug,
    ...draft,
    published_version: row.published_version,
    published_at: row.published_at === null ? null : time(row.published_at),
    has_unpublished_changes: row.has_unpublished_changes,
    warnings: [...faintColours(draft), ...deadLinks(draft, row.missing)],
    version: row.version,
    created_at: time(row.created_at),
    updated_at: time(row.updated_at),
  }
}

function faintColours({ theme: { colors } }: Draft) {
  const of = (name: string) => Object.entries(colors).find(([known]) => known === name)?.[1] ?? ''
  return pairs.flatMap(({ front, back, least }) => {
    const contrast = contrastOf(of(front), of(back))
    if (contrast >= least) return []
    const detail = `${front} on ${back} has a contrast of ${contrast}:1, and ${least}:1 is needed to be read well (WCAG 2.2 AA).`
    return [{ code: 'low_contrast' as const, pointer: `/theme/colors/${front}`, detail }]
  })
}

function deadLinks({ navigation }: Draft, missing: StorefrontJson['missing']) {
  const entries = navigation.flatMap(({ to, children }, index) => [
    { to, at: `/navigation/${index}` },
    ...children.map((child, nth) => ({ to: child.to, at: `/navigation/${index}/children/${nth}` })),
  ])
  return entries.flatMap(({ to, at }) => {
    if (to.type !== 'page' && to.type !== 'product') return []
    if (!missing.some(({ type, slug }) => type === to.type && slug === to.slug)) return []
    const what = to.type === 'page' ? 'page' : 'product on sale'
    return [
      { code: 'link_not_found' as const, pointer: `${at}/to`, detail: `There is no ${what} with the slug ${to.slug}.` },
    ]
  })
}
