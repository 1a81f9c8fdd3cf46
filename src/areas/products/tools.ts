import * as z from 'zod'
import { listTool, RowLimit, tool } from '../../platform/tools/tool.ts'
import type { Caller } from '../../platform/operation/context.ts'
import { Tag } from '../../platform/values/pasted.ts'
import { adjustInventory } from './adjust-inventory.ts'
import { changePrices } from './change-prices.ts'
import { createProduct } from './create-product.ts'
import { getProduct } from './get-product.ts'
import { listLowStock, LowStock, toLowStock } from './list-low-stock.ts'
import { listProducts } from './list-products.ts'
import { PriceWarnings } from './price-warnings.ts'
import { ImageAddress, Product } from './product.ts'
import { saveVariant } from './save-variant.ts'
import { ShownDiscount } from './shown-discounts.ts'
import { updateProduct } from './update-product.ts'
import { NewVariant, Variant } from './variant.ts'
import { limits } from '../../platform/values/limits.ts'

// Assistants get thresholds where they list low stock. Their list of tools has to stay small.
const unlisted = { image_id: true, low_stock_threshold: true } as const

const AnsweredVariant = Variant.omit(unlisted)

// The address is enough to show a picture, and to send it again.
const ImageAddresses = { images: z.array(ImageAddress).max(limits.product.pictures).optional() }

const AnsweredProduct = Product.extend({
  images: z.array(Product.shape.images.element.pick({ url: true, alt: true })),
  variants: z.array(AnsweredVariant),
})

// What an assistant that changes prices has to know without asking.
const discounts = {
  discounted_price: z.number().nullable(),
  discounts: z.array(ShownDiscount).describe('Automatic ones that apply now'),
}

/** The first picture; a small one, if it is an uploaded file. */
function thumbnailOf({ images: [image] }: Pick<z.output<typeof Product>, 'images'>): string | null {
  if (!image) return null
  return image.media_id === null ? image.url : `${image.url}?w=200`
}

/** A model may misspell what it looks for, and has no use for a search that forgives nothing. */
const findProducts = Object.assign(
  (caller: Caller, { search, ...input }: z.output<typeof listProducts.input>) =>
    listProducts(caller, { ...input, q: search, include: ['discounts'] }),
  { scope: listProducts.scope },
)

const getDiscounted = Object.assign(
  (caller: Caller, input: z.output<typeof getProduct.input>) =>
    getProduct(caller, { ...input, include: ['discounts'] }),
  { scope: getProduct.scope, input: getProduct.input, output: getProduct.output },
)

export const productsTools = [
  listTool({
    name: 'list_products',
    title: 'List products',
    description: 'Lists products with variants and available stock: newest first, with search best matches first.',
    operation: findProducts,
    input: listProducts.input
      .pick({
        limit: true,
        cursor: true,
        search: true,
        status: true,
        external_id: true,
        collection: true,
        tag: true,
        price_from: true,
        price_to: true,
        in_stock: true,
        on_sale: true,
        not_sold_since: true,
        sort: true,
      })
      .extend({
        ...RowLimit,
        tag: Tag.transform((tag) => [tag]).optional(),
        sort: z
          .enum(['best_selling', 'price', '-price', 'title', 'position'])
          .optional()
          .meta({ tool: 'position: as in the collection' }),
      }),
    row: Product.pick({ id: true, title: true, status: true, price: true, currency: true, tags: true }).extend({
      image_url: z.string().nullable(),
      ...discounts,
      variants: z.array(
        Variant.pick({ id: true, title: true, sku: true, price: true, available: true }).extend({
          discounted_price: discounts.discounted_price,
        }),
      ),
    }),
    toRow: (product) => ({ ...product, image_url: thumbnailOf(product) }),
  }),
  tool({
    name: 'get_product',
    title: 'Get a product',
    effect: 'read',
    description: 'Returns a product with the price and stock of each variant.',
    operation: getDiscounted,
    input: getProduct.input.omit({ include: true }),
    answer: AnsweredProduct.extend({
      ...discounts,
      variants: z.array(AnsweredVariant.extend({ discounted_price: discounts.discounted_price })),
    }),
  }),
  tool({
    name: 'create_product',
    title: 'Create a product',
    effect: 'create',
    description: 'Creates a product, visible to shoppers unless it is a draft.',
    operation: createProduct,
    input: createProduct.input.safeExtend({
      ...ImageAddresses,
      variants: z
        .array(NewVariant.omit(unlisted))
        .min(1)
        .max(limits.product.new_variants)
        .optional()
        .describe('Default: one variant without options'),
    }),
    answer: AnsweredProduct.extend({ warnings: PriceWarnings.optional() }),
    describedBy: 'get_product',
  }),
  tool({
    name: 'update_product',
    title: 'Update a product',
    effect: 'replace',
    description: 'Replaces the fields sent, lists as a whole. Stock: adjust_inventory.',
    operation: updateProduct,
    input: updateProduct.input.extend(ImageAddresses),
    answer: AnsweredProduct.extend({ warnings: PriceWarnings.optional() }),
    describedBy: 'get_product',
  }),
  tool({
    name: 'save_variant',
    title: 'Save a variant',
    effect: 'adjust',
    description: 'Adds, changes or archives a variant. Options of the product follow.',
    operation: saveVariant,
    input: saveVariant.input.omit(unlisted),
    answer: saveVariant.output.omit(unlisted),
    describedBy: 'adjust_inventory',
  }),
  tool({
    name: 'update_prices',
    title: 'Change prices',
    effect: 'adjust',
    description: 'Changes prices of products that match all filters, and of their variants. By default, a dry run.',
    operation: changePrices,
  }),
  tool({
    name: 'adjust_inventory',
    title: 'Adjust stock',
    effect: 'adjust',
    description: 'Changes the stock of a variant by delta, or to set.',
    operation: adjustInventory,
    answer: AnsweredVariant,
  }),
  listTool({
    name: 'list_low_stock',
    title: 'List low stock',
    description: 'Lists variants that are sold out or nearly so, fewest units first.',
    operation: listLowStock,
    input: listLowStock.input.extend(RowLimit),
    row: LowStock,
    toRow: toLowStock,
  }),
]
