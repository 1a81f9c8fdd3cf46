import * as z from 'zod'
import { id } from '../../../src/platform/values/ids.ts'
import { getPublicOrder } from '../../../src/areas/storefront/public/get-public-order.ts'
import { PublicCollectionPage } from '../../../src/areas/storefront/public/get-public-collection.ts'
import { PublicPage } from '../../../src/areas/storefront/public/get-public-page.ts'
import { PublicStorefront } from '../../../src/areas/storefront/public/get-public-storefront.ts'
import { PublicCollections } from '../../../src/areas/storefront/public/list-public-collections.ts'
import { PublicProducts } from '../../../src/areas/storefront/public/list-public-products.ts'
import { placeOrder } from '../../../src/areas/storefront/public/place-order.ts'
import { PublicProduct } from '../../../src/areas/storefront/public/public-product.ts'
import { quoteCart } from '../../../src/areas/storefront/public/quote-cart.ts'
import {
  collectionPages,
  filters,
  newMessage,
  newOrder,
  newQuote,
  productPages,
} from '../../../src/areas/storefront/public/routes.ts'
import { ofWrites, publicCodes, refusedCodes, withBody } from './codes.ts'
import type { Described } from './described.ts'

const slug = z.string().describe('Slug of the store')

const moved = {
  description: 'The store has another slug now. Location is the current URL',
  headers: { Location: { $ref: '#/components/headers/Location' } },
}

/** A read that caches may store. */
const cachedRead = (
  id: string,
  path: string,
  parameters: z.ZodObject,
  schema: z.ZodType,
  query?: z.ZodObject,
): Described => ({
  id,
  method: 'get',
  path: `/api/storefront/{slug}${path}`,
  tag: 'Public storefront',
  security: [],
  parameters,
  query,
  headers: ['IfNoneMatch', 'RequestId', 'AcceptLanguage'],
  success: [{ status: 200, description: 'OK', schema, headers: ['RequestId', 'ETag', 'CacheControl', 'Age'] }],
  others: {
    301: moved,
    304: { description: 'Unchanged since the version in If-None-Match' },
  },
  codes: publicCodes([
    'not_found',
    ...(query ? (['invalid_input', 'page_too_deep', 'answer_too_large'] as const) : []),
    ...(id === 'list_public_products' ? (['unknown_collection'] as const) : []),
  ]),
})

const challengeCodes = ['challenge_required', 'challenge_failed', 'challenge_unavailable'] as const

export const storefrontOperations: readonly Described[] = [
  cachedRead('get_public_storefront', '', z.object({ slug }), PublicStorefront),
  cachedRead('get_public_page', '/pages/{page_slug}', z.object({ slug, page_slug: z.string() }), PublicPage),
  cachedRead('list_public_products', '/products', z.object({ slug }), PublicProducts, filters),
  cachedRead(
    'get_public_product',
    '/products/{product_slug}',
    z.object({ slug, product_slug: z.string() }),
    PublicProduct,
  ),
  cachedRead('list_public_collections', '/collections', z.object({ slug }), PublicCollections, collectionPages),
  cachedRead(
    'get_public_collection',
    '/collections/{collection_slug}',
    z.object({ slug, collection_slug: z.string() }),
    PublicCollectionPage,
    productPages,
  ),
  {
    id: 'quote_cart',
    method: 'post',
    path: '/api/storefront/{slug}/quote',
    tag: 'Public storefront',
    security: [],
    parameters: z.object({ slug }),
    headers: ['RequestId', 'AcceptLanguage'],
    body: { types: ['application/json'], schema: newQuote },
    success: [{ status: 200, description: 'OK', schema: quoteCart.output, headers: ['RequestId'] }],
    others: { 308: moved },
    codes: publicCodes([...withBody, 'not_found', 'invalid_input', ...refusedCodes(quoteCart.refusals)]),
  },
  {
    id: 'place_order',
    method: 'post',
    path: '/api/storefront/{slug}/orders',
    tag: 'Public storefront',
    security: [],
    parameters: z.object({ slug }),
    headers: ['IdempotencyKey', 'RequestId', 'AcceptLanguage'],
    body: { types: ['application/json'], schema: newOrder },
    success: [
      {
        status: 201,
        description: 'Placed',
        schema: placeOrder.output.shape.order,
        headers: ['RequestId', 'Location', 'IdempotentReplayed'],
      },
    ],
    others: { 308: moved },
    codes: publicCodes([
      ...withBody,
      ...ofWrites,
      ...challengeCodes,
      'not_found',
      'invalid_input',
      ...refusedCodes(placeOrder.refusals),
    ]),
  },
  {
    id: 'get_public_order',
    method: 'get',
    path: '/api/storefront/{slug}/orders/{id}',
    tag: 'Public storefront',
    security: [],
    parameters: z.object({ slug, id: id('order') }),
    headers: ['RequestId', 'AcceptLanguage'],
    success: [{ status: 200, description: 'OK', schema: getPublicOrder.output, headers: ['RequestId'] }],
    others: { 301: moved },
    codes: publicCodes(['not_found']),
  },
  {
    id: 'leave_message',
    method: 'post',
    path: '/api/storefront/{slug}/messages',
    tag: 'Public storefront',
    security: [],
    parameters: z.object({ slug }),
    headers: ['IdempotencyKey', 'RequestId', 'AcceptLanguage'],
    body: { types: ['application/json'], schema: newMessage },
    success: [
      {
        status: 202,
        description: 'Received',
        schema: z.object({ status: z.literal('received') }),
        headers: ['RequestId', 'IdempotentReplayed'],
      },
    ],
    others: { 308: moved },
    codes: publicCodes([...withBody, ...ofWrites, ...challengeCodes, 'not_found', 'invalid_input']),
  },
]
