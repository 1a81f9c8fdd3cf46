import * as z from 'zod'
import { exportFile, importFile } from '../../platform/http/routes/files.ts'
import { routes } from '../../platform/http/routes/routes.ts'
import { isSettled } from '../../platform/operation/settled.ts'
import { adjustInventory } from './adjust-inventory.ts'
import { archiveProduct } from './archive-product.ts'
import { archiveVariant } from './archive-variant.ts'
import { createProduct } from './create-product.ts'
import { createVariant } from './create-variant.ts'
import { exportProducts } from './export-products.ts'
import { getProduct } from './get-product.ts'
import { importProducts } from './import-products.ts'
import { listInventory } from './list-inventory.ts'
import { listMovements } from './list-movements.ts'
import { includedOfProducts as included } from './product-with-discounts.ts'
import { listProducts } from './list-products.ts'
import { productSheet } from './product-sheet.ts'
import { undoPrices } from './undo-prices.ts'
import { updatePrices } from './update-prices.ts'
import { updateProduct } from './update-product.ts'
import { updateVariant } from './update-variant.ts'

const importOptions = z.strictObject({
  dry_run: z.boolean().default(false),
  update_stock: z.boolean().default(false),
  match: importProducts.input.shape.match,
})

export const productsRoutes = routes('/api/products', [
  { post: '/import', handler: importFile(importProducts, importOptions) },
  { get: '/export', handler: exportFile(exportProducts, 'products', productSheet) },
  { post: '/prices', operation: updatePrices, status: 200 },
  { post: '/prices/:change_id/undo', operation: undoPrices, status: 200 },
  { get: '/', operation: listProducts, included },
  { post: '/', operation: createProduct },
  { get: '/:product_id', operation: getProduct, versionTells: isSettled, included },
  { patch: '/:product_id', operation: updateProduct },
  { delete: '/:product_id', operation: archiveProduct },
  { post: '/:product_id/variants', operation: createVariant, status: 201 },
  { patch: '/:product_id/variants/:variant_id', operation: updateVariant },
  { delete: '/:product_id/variants/:variant_id', operation: archiveVariant },
])

export const inventoryRoutes = routes('/api/inventory', [
  { get: '/', operation: listInventory },
  { get: '/movements', operation: listMovements },
  { post: '/adjust', operation: adjustInventory },
])
