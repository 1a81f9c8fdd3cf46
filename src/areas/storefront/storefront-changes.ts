import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Db } from '../../platform/db/client.ts'
import { id } from '../../platform/values/ids.ts'
import { defaultJson } from './storefront.ts'

const Value = z.unknown().describe('Null if there is no value')

export const StorefrontChanges = z.object({
  fields: z
    .array(z.object({ pointer: z.string().describe('JSON pointer into the draft'), from: Value, to: Value }))
    .describe('What visitors see now, and what they would see'),
  pages: z.array(
    z.object({
      page_id: id('page'),
      slug: z.string(),
      title: z.string(),
      change: z.enum(['added', 'removed', 'changed', 'moved']),
    }),
  ),
})

type Page = { readonly page_id: string; readonly revision: number; readonly slug: string; readonly title: string }

type Content = Readonly<Record<string, unknown>> & { readonly pages: readonly Page[] }

/** What is public, null if nothing is, and what publishing would make public. */
export const selectContents = (db: Db) =>
  db
    .select({ published: sql<Content | null>`c.published`, current: sql<Content>`c.current` })
    .from(sql`app.storefront_contents(app.only_store(), ${defaultJson}) as c`)

export function changesOf({
  published,
  current,
}: {
  readonly published: Content | null
  readonly current: Content
}): z.output<typeof StorefrontChanges> {
  const { pages: pagesBefore, ...before } = published ?? { pages: [] }
  const { pages, ...after } = current
  return { fields: differences(before, after), pages: pageChanges(pagesBefore, pages) }
}

type Difference = { readonly pointer: string; readonly from: unknown; readonly to: unknown }

/** Objects are compared field by field, anything else as a whole. */
function differences(from: unknown, to: unknown, pointer = ''): Difference[] {
  if (isObject(from) && isObject(to))
    return [...new Set([...Object.keys(from), ...Object.keys(to)])].flatMap((name) =>
      differences(from[name], to[name], `${pointer}/${name}`),
    )
  return JSON.stringify(from ?? null) === JSON.stringify(to ?? null)
    ? []
    : [{ pointer, from: from ?? null, to: to ?? null }]
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function pageChanges(before: readonly Page[], after: readonly Page[]) {
  const toChange =
    (change: 'added' | 'removed' | 'changed' | 'moved') =>
    ({ page_id, slug, title }: Page) => ({
      page_id,
      slug,
      title,
      change,
    })
  const idsOf = (pages: readonly Page[]) => pages.map(({ page_id }) => page_id)
  const kept = idsOf(before).filter((one) => idsOf(after).includes(one))
  const keptNow = idsOf(after).filter((one) => kept.includes(one))
  return [
    ...after.filter(({ page_id }) => !kept.includes(page_id)).map(toChange('added')),
    ...before.filter(({ page_id }) => !kept.includes(page_id)).map(toChange('removed')),
    ...after.flatMap((page) => {
      const old = before.find(({ page_id }) => page_id === page.page_id)
      if (!old) return []
      if (JSON.stringify(old) !== JSON.stringify(page)) return [toChange('changed')(page)]
      return kept.indexOf(page.page_id) === keptNow.indexOf(page.page_id) ? [] : [toChange('moved')(page)]
    }),
  ]
}
