import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { inVisibleStores } from '../db/in-stores.ts'
import { products } from '../db/schema/products.ts'
import { query, type ValueOf } from '../db/prepared.ts'
import { selection } from '../db/selection.ts'
import { notFound } from '../errors.ts'
import { id } from '../ids.ts'
import { operation } from '../operation.ts'
import { Product, productColumns, toProduct } from './product.ts'

const byId = query(
  selection(productColumns),
  (value: ValueOf<{ readonly id: string }>) =>
    sql`from ${products} where ${and(inVisibleStores(products.storeId), eq(products.id, value('id')))}`,
)

export const getProduct = operation(
  {
    name: 'get_product',
    scope: 'catalog:read',
    input: z.strictObject({ product_id: id('product') }),
    output: Product,
  },
  async ({ read }, { product_id }) => {
    const [row] = await read(byId, { id: product_id })
    if (!row) throw notFound('product')
    return toProduct(row)
  },
)
