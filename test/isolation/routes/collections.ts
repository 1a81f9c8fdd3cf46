import { notFound, type RouteFacts } from '../route-facts.ts'

const rules = () => [
  { tag: 'wool' },
  { in_stock: true },
  { created_within_days: 30 },
  { price_from: 5, price_to: 49.5 },
  { price_from: 10 },
]

const collection = () => ({
  title: 'Winter wool',
  slug: 'winter-wool',
  description: 'Everything that keeps you warm',
  image: { url: 'https://cdn.example/wool.jpg', alt: 'A scarf', width: 800, height: 600 },
  seo: { title: 'Wool', description: 'Warm', image_url: 'https://cdn.example/a.png', noindex: true },
  published: false,
})

export const collectionsRows: Readonly<Record<string, RouteFacts>> = {
  'GET /api/collections': {
    sample: () => ({ path: '/api/collections' }),
    scope: 'catalog:read',
    list: 'plain',
  },
  'POST /api/collections': {
    sample: (_, unique) => ({ path: '/api/collections', body: { title: `Wool ${unique}` } }),
    status: 201,
    scope: 'catalog:write',
    full: () => ({ ...collection(), rules: rules(), match: 'any' }),
  },
  'GET /api/collections/:collection_id': {
    sample: ({ collectionId }) => ({ path: `/api/collections/${collectionId}` }),
    scope: 'catalog:read',
    names: { collectionId: notFound },
  },
  'PATCH /api/collections/:collection_id': {
    sample: ({ collectionId, mediaId }) => ({
      path: `/api/collections/${collectionId}`,
      body: { published: false, image: { media_id: mediaId } },
    }),
    scope: 'catalog:write',
    names: { collectionId: notFound, mediaId: { status: 422, code: 'media_not_found' } },
    full: collection,
  },
  'DELETE /api/collections/:collection_id': {
    sample: ({ collectionId }) => ({ path: `/api/collections/${collectionId}` }),
    status: 204,
    scope: 'catalog:write',
    names: { collectionId: notFound },
  },
  'GET /api/collections/:collection_id/products': {
    sample: ({ collectionId }) => ({ path: `/api/collections/${collectionId}/products` }),
    scope: 'catalog:read',
    names: { collectionId: notFound },
  },
  'PUT /api/collections/:collection_id/products': {
    sample: ({ collectionId, productId }) => ({
      path: `/api/collections/${collectionId}/products`,
      body: { product_ids: [productId] },
    }),
    scope: 'catalog:write',
    names: { collectionId: notFound, productId: { status: 422, code: 'product_not_found' } },
    full: ({ productId }) => ({ product_ids: [productId] }),
  },
}
