import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { inVisibleStores } from '../../platform/db/in-stores.ts'
import { products, productVariants } from '../../platform/db/schema/products.ts'
import { id, isId } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Identifier } from '../../platform/values/pasted.ts'
import { Slug } from '../../platform/values/text.ts'

/** Finds products by what people call them on the settings pages: a slug, a SKU or an id. */
export const findProducts = operation(
  {
    name: 'find_products',
    scope: 'catalog:read',
    input: z.strictObject({ names: z.array(Identifier(100)).max(500) }),
    output: z.object({
      found: z.array(z.object({ name: z.string().describe('As given'), product_id: id('product'), slug: z.string() })),
    }),
  },
  async ({ run }, { names }) => {
    if (names.length === 0) return { found: [] }
    const given = JSON.stringify(
      names.map((name) => ({ name, slug: Slug.safeParse(name).data, id: isId(name) ? name : null })),
    )
    const inStore = inVisibleStores(products.storeId)
    const variantInStore = inVisibleStores(productVariants.storeId)
    const [{ rows }] = await run((db) => [
      db.execute<{ name: string; product_id: string; slug: string }>(sql`
        select n.name, f.id as product_id, f.slug
          from (select r.*, app.sku_key(r.name) as sku_key
                  from jsonb_to_recordset(${given}::jsonb) as r(name text, slug text, id uuid) offset 0) as n
         cross join lateral (
           select id, slug from ${products} where ${inStore} and slug = n.slug
           union
           select id, slug from ${products} where ${inStore} and id = n.id
           union
           select id, slug from ${products} where ${inStore} and (store_id, id) in (
             select ${productVariants.storeId}, product_id from ${productVariants}
              where ${variantInStore} and sku_key = n.sku_key and archived_at is null)) as f`),
    ])
    return { found: rows }
  },
)
