import { nearMisses } from '../../test/support/limits/full-store.ts'
import type { Call, Full } from './full.ts'

/** Shoppers can order 50 units at once. */
const slugs = ({ simpleSlugs }: Full) => simpleSlugs.map((product_slug) => ({ product_slug, quantity: 1 }))
const unclear = ({ productSlugs }: Full, different = 50) =>
  Array.from({ length: 50 }, (_, n) => ({ product_slug: productSlugs[n % different], quantity: 1 }))
const shopper = { name: 'Amal', phone: '+96550000009' }

/** What a shopper calls, with the costliest arguments. */
export const shopperCalls = (full: Full): readonly Call[] => {
  const shop = `/api/storefront/${full.slug}`
  const destination = { country: 'KW', region: 'Region 499' }
  const get = (route: string, ...all: readonly string[]) =>
    all.map((path) => ({ route: `GET /api/storefront/:slug${route}`, path: `${shop}${path}`, anonymous: true }))
  return [
    ...get('', ''),
    ...get('/pages/:page_slug', '/pages/page-7'),
    ...get(
      '/products',
      '/products?limit=100',
      '/products?limit=100&facets=true',
      '/products?limit=100&on_sale=true&sort=price',
      '/products?limit=100&search=scarf&sort=best_selling',
      '/products?limit=100&search=s',
      '/products?limit=100&collection=full-2&facets=true',
      '/products?limit=100&option%5BColour%5D=Colour7&sort=-price',
      '/products?limit=100&page=15',
      ...nearMisses.map((words) => `/products?limit=100&facets=true&q=${encodeURIComponent(words)}`),
    ),
    ...get('/products/:product_slug', `/products/${full.productSlugs[0] ?? ''}`),
    ...get('/collections', '/collections?limit=100'),
    ...get(
      '/collections/:collection_slug',
      '/collections/full-1?limit=100',
      '/collections/full-2?limit=100',
      '/collections/full-490?limit=100',
    ),
    // Products of one variant, products of 250 of which none is chosen, and one of these again and again.
    ...[slugs(full), unclear(full), unclear(full, 1)].map((items) => ({
      route: 'POST /api/storefront/:slug/quote',
      path: `${shop}/quote`,
      body: { items, destination, discount_code: 'SALE-300' },
      anonymous: true,
    })),
    {
      route: 'POST /api/storefront/:slug/orders',
      path: `${shop}/orders`,
      body: { customer: shopper, items: slugs(full), destination },
      anonymous: true,
    },
    {
      route: 'POST /api/storefront/:slug/messages',
      path: `${shop}/messages`,
      body: { ...shopper, body: 'Is it there?' },
      anonymous: true,
    },
  ]
}
