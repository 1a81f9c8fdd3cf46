import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { inVisibleStores } from '../../platform/db/in-stores.ts'
import { collections } from '../../platform/db/schema/collections.ts'
import { id, isId } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Identifier } from '../../platform/values/pasted.ts'
import { Slug } from '../../platform/values/text.ts'

/** Finds collections by what people call them on the settings pages: a slug or an id. */
export const findCollections = operation(
  {
    name: 'find_collections',
    scope: 'catalog:read',
    input: z.strictObject({ names: z.array(Identifier(100)).max(500) }),
    output: z.object({
      found: z.array(
        z.object({ name: z.string().describe('As given'), collection_id: id('collection'), slug: z.string() }),
      ),
    }),
  },
  async ({ run }, { names }) => {
    if (names.length === 0) return { found: [] }
    const given = JSON.stringify(
      names.map((name) => ({ name, slug: Slug.safeParse(name).data, id: isId(name) ? name : null })),
    )
    const inStore = inVisibleStores(collections.storeId)
    const [{ rows }] = await run((db) => [
      db.execute<{ name: string; collection_id: string; slug: string }>(sql`
        select n.name, f.id as collection_id, f.slug
          from jsonb_to_recordset(${given}::jsonb) as n(name text, slug text, id uuid)
         cross join lateral (
           select id, slug from ${collections} where ${inStore} and slug = n.slug
           union
           select id, slug from ${collections} where ${inStore} and id = n.id) as f`),
    ])
    return { found: rows }
  },
)
