import * as z from 'zod'
import { AddressFormat } from '../../../src/areas/checkout/address-formats/address-format.ts'
import { Country } from '../../../src/platform/values/country.ts'
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
import { type Described, json, withoutSession } from './described.ts'

const slug = z.string().describe('Slug of the store')

const moved = {
  description: 'The store has another slug now. Location is the current URL',
  headers: { Location: { $ref: '#/components/headers/Location' } },
}

const tag = 'Public storefront'

const base = '/api/storefront/{slug}'

/** A read that caches may store. */
const cachedRead = (
  id: string,
  path: string,
  parameters: z.ZodRawShape,
  schema: z.ZodType,
  query?: z.ZodObject,
): Described =>
  withoutSession(id, 'get', base + path, {
    tag,
    parameters: z.object({ slug, ...parameters }),
    query,
    headers: ['IfNoneMatch', 'RequestId', 'AcceptLanguage'],
    schema,
    responseHeaders: ['ETag', 'CacheControl', 'Age'],
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

const parameters = z.object({ slug })

const ofShoppers = [
  'challenge_required',
  'challenge_failed',
  'challenge_unavailable',
  ...withBody,
  ...ofWrites,
] as const

export const storefrontOperations: readonly Described[] = [
  withoutSession('get_address_format', 'get', '/api/address-formats/{country}', {
    tag,
    parameters: z.object({ country: Country }),
    headers: ['IfNoneMatch', 'RequestId'],
    schema: AddressFormat,
    responseHeaders: ['ETag', 'CacheControl', 'Age'],
    others: { 304: { description: 'Unchanged since the version in If-None-Match' } },
    codes: ['not_found', 'internal_error'],
  }),
  cachedRead('get_public_storefront', '', {}, PublicStorefront),
  cachedRead('get_public_page', '/pages/{page_slug}', { page_slug: z.string() }, PublicPage),
  cachedRead('list_public_products', '/products', {}, PublicProducts, filters),
  cachedRead('get_public_product', '/products/{product_slug}', { product_slug: z.string() }, PublicProduct),
  cachedRead('list_public_collections', '/collections', {}, PublicCollections, collectionPages),
  cachedRead(
    'get_public_collection',
    '/collections/{collection_slug}',
    { collection_slug: z.string() },
    PublicCollectionPage,
    productPages,
  ),
  withoutSession('quote_cart', 'post', `${base}/quote`, {
    tag,
    parameters,
    headers: ['RequestId', 'AcceptLanguage'],
    body: json(newQuote),
    schema: quoteCart.output,
    others: { 308: moved },
    codes: publicCodes([...withBody, 'not_found', 'invalid_input', ...refusedCodes(quoteCart.refusals)]),
  }),
  withoutSession('place_order', 'post', `${base}/orders`, {
    tag,
    parameters,
    headers: ['IdempotencyKey', 'RequestId', 'AcceptLanguage'],
    body: json(newOrder),
    status: 201,
    description: 'Placed',
    schema: placeOrder.output.shape.order,
    responseHeaders: ['Location', 'IdempotentReplayed'],
    others: { 308: moved },
    codes: publicCodes([...ofShoppers, 'not_found', 'invalid_input', ...refusedCodes(placeOrder.refusals)]),
  }),
  withoutSession('get_public_order', 'get', `${base}/orders/{id}`, {
    tag,
    parameters: z.object({ slug, id: id('order') }),
    headers: ['RequestId', 'AcceptLanguage'],
    schema: getPublicOrder.output,
    others: { 301: moved },
    codes: publicCodes(['not_found']),
  }),
  withoutSession('leave_message', 'post', `${base}/messages`, {
    tag,
    parameters,
    headers: ['IdempotencyKey', 'RequestId', 'AcceptLanguage'],
    body: json(newMessage),
    status: 202,
    description: 'Received',
    schema: z.object({ status: z.literal('received') }),
    responseHeaders: ['IdempotentReplayed'],
    others: { 308: moved },
    codes: publicCodes([...ofShoppers, 'not_found', 'invalid_input']),
  }),
]
