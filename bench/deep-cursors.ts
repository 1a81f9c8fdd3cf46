import { z } from 'zod'
import type { Shop } from './sample.ts'

const Page = z.object({ meta: z.object({ next_cursor: z.string().nullable() }) })

/** Walks the whole list of a store's orders, and gives the cursors of its last quarter. */
export async function deepCursors(port: number, { token }: Shop): Promise<string[]> {
  const cursors: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const after = cursor === '' ? '' : `&cursor=${cursor}`
    const response = await fetch(`http://127.0.0.1:${port}/api/orders?limit=100${after}`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    if (!response.ok) throw new Error(`the list could not be walked: ${await response.text()}`)
    cursor = Page.parse(await response.json()).meta.next_cursor
    if (cursor !== null) cursors.push(cursor)
  }
  return cursors.slice(Math.floor(cursors.length * 0.75))
}
