import { and, eq, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { ProductReference } from '../../platform/references/reference.ts'
import { asTable } from '../../platform/db/as-table.ts'
import { finderOf } from '../../platform/operation/read-one.ts'
import { markSettled } from '../../platform/operation/settled.ts'
import { inVisibleStores } from '../../platform/db/in-stores.ts'
import { products } from '../../platform/db/schema/products.ts'
import { selection, typed } from '../../platform/db/selection.ts'
import { operation } from '../../platform/operation/operation.ts'
import { ownColumns, toProduct } from './product.ts'
import {
  AskedOfProducts,
  columnsWithDiscounts,
  ProductWithIncluded,
  toProductWithDiscounts,
} from './product-with-discounts.ts'
import { settledVariants } from './read-variants.ts'
import { withDescribedDiscounts } from './shown-discounts.ts'
import type { VariantJson } from './variant.ts'

const findProduct = finderOf(
  selection({
    ...ownColumns,
    variants: typed('json', sql<VariantJson[]>`stock.variants`),
    settled: typed('boolean', sql<boolean>`stock.settled`),
  }),
  'product',
  (id) => sql`from ${products} cross join lateral (${settledVariants}) as stock
    where ${isVisible(id)}`,
)

const findWithDiscounts = finderOf(
  selection(columnsWithDiscounts),
  'product',
  (id) =>
    sql`from ${asTable(products, withDescribedDiscounts(sql`select ${products}.* from ${products} where ${isVisible(id)}`))}`,
)

const isVisible = (id: SQL) => and(inVisibleStores(products.storeId), eq(products.id, id))

export const getProduct = operation(
  {
    name: 'get_product',
    scope: 'catalog:read',
    input: z.strictObject({ product_id: ProductReference, ...AskedOfProducts }),
    output: ProductWithIncluded,
  },
  async (context, { product_id, include }) => {
    if (include) return toProductWithDiscounts(await findWithDiscounts(context, product_id))
    const row = await findProduct(context, product_id)
    // By now, an SKU may belong to another product, which may have the same version.
    return markSettled(toProduct(row), row.settled && row.id === product_id)
  },
)
