import type { Shop } from './sample.ts'

// Different numbers of products, so that none of the first rounds comes from the cache.
const limits = Array.from({ length: 20 }, (_, nth) => 20 + nth)

/** Lists of products in storefronts. */
export function shelves(many: readonly Shop[], visit: (shop: Shop, path: string) => Buffer) {
  const pages = (query: string) =>
    limits.flatMap((limit) => many.map((shop) => visit(shop, `/products?limit=${limit}${query}`)))
  return {
    shelf: { name: 'storefront products, not cached', requests: pages('') },
    shelfFiltered: {
      name: 'the same with two filters and facets',
      requests: pages('&price_to=60&in_stock=true&facets=true'),
    },
    shelfSearch: { name: 'the same by relevance, with facets', requests: pages('&q=scarf') },
  }
}
