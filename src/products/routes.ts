import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv, Asked } from '../http/app-env.ts'
import { ifMatch, pathId } from '../http/preconditions.ts'
import { download } from '../http/download.ts'
import { readFile } from '../http/read-file.ts'
import { readJson } from '../http/read-json.ts'
import { created, reply } from '../http/reply.ts'
import { flag, jsonBody, query } from '../http/validate.ts'
import { withSession } from '../http/with-session.ts'
import { Format } from '../transfer/export.ts'
import { adjustInventory } from './adjust-inventory.ts'
import { archiveProduct } from './archive-product.ts'
import { archiveVariant } from './archive-variant.ts'
import { createProduct } from './create-product.ts'
import { createVariant } from './create-variant.ts'
import { exportProducts } from './export-products.ts'
import { getProduct } from './get-product.ts'
import { importProducts } from './import-products.ts'
import { listProducts } from './list-products.ts'
import { productSheet } from './product-sheet.ts'
import { updateProduct } from './update-product.ts'
import { updateVariant } from './update-variant.ts'

const productId = (c: Asked) => pathId(c, 'id', 'product')
const product = (c: Asked) => ({ product_id: productId(c), expected_version: ifMatch(c) })
const variant = (c: Asked) => ({ product_id: productId(c), variant_id: pathId(c, 'variant_id', 'variant') })

const productChange = updateProduct.input.omit({ product_id: true, expected_version: true })
const newVariant = createVariant.input.omit({ product_id: true })
const variantChange = updateVariant.input.omit({ product_id: true, variant_id: true })

const exported = exportProducts.input.extend({ format: Format })

const imported = z.strictObject({ dry_run: flag(false), update_stock: flag(false) })

export const productsRoutes = new Hono<AppEnv>()
  .use(withSession)
  // Before what takes JSON alone.
  .post('/import', query(imported), async (c) =>
    c.json(await importProducts(c.var.caller, { ...c.req.valid('query'), file: await readFile(c) })),
  )
  .use(readJson)
  .get('/export', query(exported), async (c) => {
    const { format, ...filter } = c.req.valid('query')
    const pages = await exportProducts(c.var.caller, filter)
    return download(c, { name: 'products', format, sheet: productSheet, pages })
  })
  .get('/', query(listProducts.input), async (c) => c.json(await listProducts(c.var.caller, c.req.valid('query'))))
  .post('/', jsonBody(createProduct.input), async (c) =>
    created(c, await createProduct(c.var.caller, c.req.valid('json'))),
  )
  .get('/:id', async (c) => reply(c, await getProduct(c.var.caller, { product_id: productId(c) })))
  .patch('/:id', jsonBody(productChange), async (c) =>
    reply(c, await updateProduct(c.var.caller, { ...c.req.valid('json'), ...product(c) })),
  )
  .delete('/:id', async (c) => {
    await archiveProduct(c.var.caller, product(c))
    return c.body(null, 204)
  })
  .post('/:id/variants', jsonBody(newVariant), async (c) =>
    created(c, await createVariant(c.var.caller, { ...c.req.valid('json'), product_id: productId(c) })),
  )
  .patch('/:id/variants/:variant_id', jsonBody(variantChange), async (c) =>
    c.json(await updateVariant(c.var.caller, { ...c.req.valid('json'), ...variant(c) })),
  )
  .delete('/:id/variants/:variant_id', async (c) => {
    await archiveVariant(c.var.caller, variant(c))
    return c.body(null, 204)
  })

export const inventoryRoutes = new Hono<AppEnv>()
  .use(withSession)
  .use(readJson)
  .post('/adjust', jsonBody(adjustInventory.input), async (c) =>
    c.json(await adjustInventory(c.var.caller, c.req.valid('json'))),
  )
