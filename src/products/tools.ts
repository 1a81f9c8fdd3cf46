import * as z from 'zod'
import { listTool, RowLimit, tool } from '../mcp/tool.ts'
import { adjustInventory } from './adjust-inventory.ts'
import { createProduct } from './create-product.ts'
import { getProduct } from './get-product.ts'
import { listProducts } from './list-products.ts'
import { Product } from './product.ts'
import { updateProduct } from './update-product.ts'
import { Variant } from './variant.ts'

export const productsTools = [
  listTool({
    name: 'list_products',
    title: 'List products',
    description:
      'Products of the store, newest first, each with its variants and what is available of them. Gives product ids and variant ids.',
    operation: listProducts,
    input: listProducts.input.omit({ page: true }).extend(RowLimit),
    row: Product.pick({ id: true, title: true, status: true, price: true, currency: true, tags: true }).extend({
      variants: z.array(Variant.pick({ id: true, title: true, sku: true, available: true })),
    }),
  }),
  tool({
    name: 'get_product',
    title: 'Get a product',
    effect: 'read',
    description:
      'One product with its description, images, options and variants, and of each variant its price and stock. Product ids come from list_products.',
    operation: getProduct,
  }),
  tool({
    name: 'create_product',
    title: 'Create a product',
    effect: 'create',
    description:
      'Adds a product, with one variant where none are given. A product of status active is on sale, one of status draft is not. Gives the product with its ids.',
    operation: createProduct,
  }),
  tool({
    name: 'update_product',
    title: 'Update a product',
    effect: 'replace',
    description:
      'Changes the fields that are given and leaves the others; a list such as tags or images is replaced as a whole. Stock is changed by adjust_inventory. Product ids and versions come from list_products and get_product.',
    operation: updateProduct,
  }),
  tool({
    name: 'adjust_inventory',
    title: 'Adjust stock',
    effect: 'adjust',
    description:
      'Changes what is on hand of a variant, either by delta or to set, and keeps the reason in the record. Variant ids come from list_products and get_product. Gives the variant with its new stock.',
    operation: adjustInventory,
  }),
]
