import { z } from 'zod'
import type { Shop } from './sample.ts'

const Page = z.object({ meta: z.object({ next_cursor: z.string().nullable() }) })

/** More than any data set here needs, at 100 orders a page. */
const maxPages = 100_000

/** Pages through all orders of a store and returns the cursors of the last quarter. */
export async function deepCursors(port: number, { token }: Shop): Promise<string[]> {
  const cursors = new Set<string>()
  for (let cursor: string | null = ''; cursor !== null;) {
    const after: string = cursor === '' ? '' : `&cursor=${cursor}`
    const response = await fetch(`http://127.0.0.1:${port}/api/orders?limit=100${after}`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    if (!response.ok) throw new Error(`paging through the list failed: ${await response.text()}`)
    cursor = Page.parse(await response.json()).meta.next_cursor
    if (cursor === null) break
    if (cursors.has(cursor))
      throw new Error(`page ${cursors.size + 1} repeats an earlier cursor: the service ignores cursors`)
    cursors.add(cursor)
    if (cursors.size > maxPages) throw new Error(`the list has more than ${maxPages} pages`)
  }
  return [...cursors].slice(Math.floor(cursors.size * 0.75))
}
