import { sql, type SQL } from 'drizzle-orm'
import * as z from 'zod'
import type { Db, Statement } from '../../platform/db/client.ts'
import { readStored } from '../../platform/db/read-stored.ts'
import { notFound } from '../../platform/errors/errors.ts'
import type { Context } from '../../platform/operation/context.ts'
import { id } from '../../platform/values/ids.ts'
import { defaultDraft, type Draft } from './draft.ts'
import { shownDraft } from './shown-draft.ts'
import { colourPairs, contrastOf } from './theme.ts'

const Warning = z.object({
  code: z.enum(['low_contrast', 'link_not_found']),
  pointer: z.string().describe('JSON pointer into the draft'),
  detail: z.string(),
})

export const Storefront = z.object({
  store_id: id('store'),
  slug: z.string().describe('The public storefront is at /api/storefront/{slug}'),
  ...shownDraft,
  published_version: z.int().nullable().describe('Null if it has never been published'),
  previous_version: z
    .int()
    .nullable()
    .describe('Public before published_version; in the answer to publish and rollback, before this request'),
  published_at: z.iso.datetime().nullable(),
  has_unpublished_changes: z.boolean().describe('Whether the draft or its pages have changed since'),
  warnings: z.array(Warning).describe('Problems that visitors would notice. They do not prevent publishing'),
  version: z.int().describe('Version of the draft'),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})

/** The fields that an assistant cannot know after a change. */
export const ChangeResult = Storefront.pick({
  slug: true,
  published_version: true,
  published_at: true,
  has_unpublished_changes: true,
  warnings: true,
  version: true,
})

/** The result of app.storefront_json. */
type StorefrontJson = {
  readonly store_id: string
  readonly slug: string
  readonly draft: Draft
  readonly published_version: number | null
  readonly previous_version: number | null
  readonly published_at: string | null
  readonly has_unpublished_changes: boolean
  readonly missing: readonly { type: string; slug: string }[]
  readonly version: number
  readonly created_at: string
  readonly updated_at: string
}

export const defaultJson: SQL = sql`${JSON.stringify(defaultDraft)}::jsonb`

export const storefrontOf = (store: SQL): SQL => sql`app.storefront_json(${store}, ${defaultJson})`

/** Null if the caller has no store. */
export const readStorefront = readStored<StorefrontJson | null>()

export function toStorefront(row: StorefrontJson): z.output<typeof Storefront> {
  const time = (at: string) => new Date(at).toISOString()
  const { draft } = row
  return {
    store_id: row.store_id,
    slug: row.slug,
    ...draft,
    published_version: row.published_version,
    previous_version: row.previous_version,
    published_at: row.published_at === null ? null : time(row.published_at),
    has_unpublished_changes: row.has_unpublished_changes,
    warnings: [...contrastWarnings(draft), ...linkWarnings(draft, row.missing)],
    version: row.version,
    created_at: time(row.created_at),
    updated_at: time(row.updated_at),
  }
}

function contrastWarnings({ theme: { colors } }: Draft) {
  const colourOf = (name: string) => Object.entries(colors).find(([known]) => known === name)?.[1] ?? ''
  return colourPairs.flatMap(({ front, back, minContrast }) => {
    const contrast = contrastOf(colourOf(front), colourOf(back))
    if (contrast >= minContrast) return []
    const detail = `${front} on ${back} has a contrast of ${contrast}:1. WCAG 2.2 AA requires at least ${minContrast}:1.`
    return [{ code: 'low_contrast' as const, pointer: `/theme/colors/${front}`, detail }]
  })
}

const targets = { page: 'page', product: 'product that shoppers see', collection: 'published collection' } as const

function linkWarnings({ navigation }: Draft, missing: StorefrontJson['missing']) {
  const entries = navigation.flatMap(({ to, children }, index) => [
    { to, pointer: `/navigation/${index}/to` },
    ...children.map((child, childIndex) => ({
      to: child.to,
      pointer: `/navigation/${index}/children/${childIndex}/to`,
    })),
  ])
  return entries.flatMap(({ to, pointer }) => {
    if (to.type !== 'page' && to.type !== 'product' && to.type !== 'collection') return []
    if (!missing.some(({ type, slug }) => type === to.type && slug === to.slug)) return []
    return [{ code: 'link_not_found' as const, pointer, detail: `No ${targets[to.type]} has the slug "${to.slug}".` }]
  })
}

/**
 * Runs statements on the storefront of the caller's store, and returns the storefront afterwards, or `result`, which may be a
 * call that changes it.
 */
export async function writeStorefront(
  write: Context['write'],
  statements: (db: Db) => readonly Statement[],
  result = storefrontOf(sql`app.store()`),
): Promise<z.output<typeof Storefront>> {
  const { result: storefront } = await write({ store: sql`app.only_store()`, statements, result, read: readStorefront })
  if (!storefront) throw notFound('store')
  return toStorefront(storefront)
}
