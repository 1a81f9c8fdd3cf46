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
    description: 'Lists products, newest first, with variants and available stock. Returns product and variant ids.',
    operation: listProducts,
    input: listProducts.input
      .pick({ limit: true, cursor: true, search: true, status: true, external_id: true })
      .extend(RowLimit),
    row: Product.pick({ id: true, title: true, status: true, price: true, currency: true, tags: true }).extend({
      variants: z.array(Variant.pick({ id: true, title: true, sku: true, available: true })),
    }),
  }),
  tool({
    name: 'get_product',
    title: 'Get a product',
    effect: 'read',
    description:
      'Returns one product with its description, images, options, and the price and stock of each variant. Product ids come from list_products.',
    operation: getProduct,
  }),
  tool({
    name: 'create_product',
    title: 'Create a product',
    effect: 'create',
    description:
      'Creates a product. Without variants, it gets one default variant. Only active products are on sale; drafts are not. Returns the product as get_product does.',
    operation: createProduct,
    describedBy: 'get_product',
  }),
  tool({
    name: 'update_product',
    title: 'Update a product',
    effect: 'replace',
    description:
      'Changes only the fields that are sent. Lists such as tags or images are replaced completely. Stock is changed with adjust_inventory. Product ids and versions come from list_products and get_product. Returns the product as get_product does.',
    operation: updateProduct,
    describedBy: 'get_product',
  }),
  tool({
    name: 'adjust_inventory',
    title: 'Adjust stock',
    effect: 'adjust',
    description:
      'Changes the stock on hand of a variant by a number (delta) or to a number (set), and records the reason. Variant ids come from list_products and get_product. Returns the variant with its new stock.',
    operation: adjustInventory,
  }),
]
