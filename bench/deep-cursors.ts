import { z } from 'zod'
import type { Shop } from './sample.ts'

const Page = z.object({ meta: z.object({ next_cursor: z.string().nullable() }) })

/** More than any data set of the benchmark needs, at 100 orders a page. */
const maxPages = 100_000

/** Walks the whole list of a store's orders, and gives the cursors of its last quarter. */
export async function deepCursors(port: number, { token }: Shop): Promise<string[]> {
  const cursors = new Set<string>()
  for (let cursor: string | null = ''; cursor !== null;) {
    const after: string = cursor === '' ? '' : `&cursor=${cursor}`
    const response = await fetch(`http://127.0.0.1:${port}/api/orders?limit=100${after}`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    if (!response.ok) throw new Error(`the list could not be walked: ${await response.text()}`)
    cursor = Page.parse(await response.json()).meta.next_cursor
    if (cursor === null) break
    if (cursors.has(cursor))
      throw new Error(`the list gave the cursor of page ${cursors.size + 1} before: the service ignores cursors`)
    cursors.add(cursor)
    if (cursors.size > maxPages) throw new Error(`the list has more than ${maxPages} pages`)
  }
  return [...cursors].slice(Math.floor(cursors.size * 0.75))
}
