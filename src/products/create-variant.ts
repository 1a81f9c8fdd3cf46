import { sql } from 'drizzle-orm'
import { storeOf } from '../db/in-stores.ts'
import { products } from '../db/schema/products.ts'
import { id, newId } from '../ids.ts'
import { operation } from '../operation.ts'
import { explainAmounts } from './explain-amounts.ts'
import { insertVariants } from './insert-variants.ts'
import { catalogFailure } from './product.ts'
import { readVariant, variantResult } from './read-variant.ts'
import { NewVariant, toVariant, Variant } from './variant.ts'

export const createVariant = operation(
  {
    name: 'create_variant',
    scope: 'catalog:write',
    input: NewVariant.extend({ product_id: id('product') }),
    output: Variant,
  },
  async ({ run, write }, { product_id, ...variant }) => {
    const variantId = newId()
    const store = storeOf(products, product_id)
    const next = sql`(select coalesce(max(v.position), 0) + 1 from product_variants v
      where v.store_id = app.store() and v.product_id = ${product_id})`
    try {
      const row = await write({
        store,
        statements: (db) => [
          ...insertVariants(db, product_id, [{ ...variant, id: variantId }], () => next),
          db.execute(sql`select app.touch_product(${product_id})`),
          db.execute(
            sql`select app.record_event('variant.created', ${product_id}, ${JSON.stringify({ variant_id: variantId })})`,
          ),
        ],
        result: variantResult(variantId),
        read: readVariant,
      })
      return toVariant(row.variant, row)
    } catch (error) {
      throw catalogFailure(await explainAmounts(run, store, { '/price': variant.price }, error))
    }
  },
)
