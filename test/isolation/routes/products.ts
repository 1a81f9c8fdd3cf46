import { jsonLine, notFound, type RouteFacts } from '../route-facts.ts'

const variant = () => ({
  title: 'Red, large',
  sku: 'SCARF-1',
  barcode: '4006381333931',
  options: { colour: 'red', size: 'L' },
  price: 9.5,
  tracked: true,
  allow_backorder: false,
  low_stock_threshold: 3,
})

const product = () => ({
  title: 'Scarf',
  slug: 'scarf-1',
  description: 'Warm',
  status: 'active',
  tags: ['winter', 'wool'],
  images: [{ url: 'https://cdn.example/scarf.png', alt: 'A scarf' }],
  options: [{ name: 'colour', values: ['red'] }],
  price: 10,
  compare_at_price: 12.5,
})

export const productsRows: Readonly<Record<string, RouteFacts>> = {
  'GET /api/products': {
    sample: () => ({ path: '/api/products' }),
    scope: 'catalog:read',
    list: 'searched',
  },
  'POST /api/products': {
    sample: (_, unique) => ({ path: '/api/products', body: { title: `Cap ${unique}`, price: 5 } }),
    status: 201,
    scope: 'catalog:write',
    full: () => ({
      ...product(),
      external_id: 'P-1',
      variants: [{ ...variant(), on_hand: 5 }],
      generate_variants: false,
    }),
  },
  'GET /api/products/export': {
    sample: () => ({ path: '/api/products/export' }),
    scope: 'catalog:read',
    file: true,
  },
  'POST /api/products/import': {
    sample: (_, unique) => jsonLine('/api/products/import', { external_id: unique, title: `Cap ${unique}`, price: 5 }),
    scope: 'catalog:write',
    file: true,
    full: ({ productId, variantId }) => ({
      ...product(),
      external_id: 'P-1',
      id: productId,
      currency: 'USD',
      variants: [{ ...variant(), id: variantId, on_hand: 5, position: 1 }],
    }),
  },
  'GET /api/products/:product_id': {
    sample: ({ productId }) => ({ path: `/api/products/${productId}` }),
    scope: 'catalog:read',
    names: { productId: notFound },
  },
  'PATCH /api/products/:product_id': {
    sample: ({ productId }) => ({ path: `/api/products/${productId}`, body: { description: 'Warm' } }),
    scope: 'catalog:write',
    names: { productId: notFound },
    full: product,
  },
  'DELETE /api/products/:product_id': {
    sample: ({ productId }) => ({ path: `/api/products/${productId}` }),
    status: 204,
    scope: 'catalog:write',
    names: { productId: notFound },
  },
  'POST /api/products/:product_id/variants': {
    sample: ({ productId }, unique) => ({
      path: `/api/products/${productId}/variants`,
      body: { options: { colour: unique } },
    }),
    status: 201,
    scope: 'catalog:write',
    names: { productId: notFound },
    full: () => ({ ...variant(), on_hand: 5 }),
  },
  'PATCH /api/products/:product_id/variants/:variant_id': {
    sample: ({ productId, variantId }) => ({
      path: `/api/products/${productId}/variants/${variantId}`,
      body: { barcode: '4006381333931' },
    }),
    scope: 'catalog:write',
    names: { productId: notFound, variantId: notFound },
    full: () => ({ ...variant(), position: 2 }),
  },
  'DELETE /api/products/:product_id/variants/:variant_id': {
    sample: ({ productId, variantId }) => ({ path: `/api/products/${productId}/variants/${variantId}` }),
    status: 204,
    scope: 'catalog:write',
    names: { productId: notFound, variantId: notFound },
  },
  'GET /api/inventory': {
    sample: () => ({ path: '/api/inventory' }),
    scope: 'catalog:read',
    list: 'searched',
  },
  'GET /api/inventory/movements': {
    sample: ({ variantId }) => ({ path: `/api/inventory/movements?variant_id=${variantId}` }),
    scope: 'catalog:read',
    names: { variantId: { status: 422, code: 'unknown_variant' } },
    list: 'plain',
  },
  'POST /api/products/prices': {
    sample: ({ productId }) => ({ path: '/api/products/prices', body: { products: [productId], percentage: -10 } }),
    inOneStore: true,
    scope: 'catalog:write',
    names: { productId: { status: 422, code: 'unknown_product' } },
    full: ({ productId }) => ({
      tag: 'winter',
      search: 'scarf',
      products: [productId],
      percentage: 10,
      amount: 1,
      set_compare_at: true,
      dry_run: false,
      expected_changes: 1,
    }),
  },
  'POST /api/products/prices/:change_id/undo': {
    sample: ({ priceChangeId }) => ({ path: `/api/products/prices/${priceChangeId}/undo`, body: {} }),
    inOneStore: true,
    scope: 'catalog:write',
    names: { priceChangeId: notFound },
    full: () => ({}),
  },
  'POST /api/inventory/adjust': {
    sample: ({ variantId }) => ({
      path: '/api/inventory/adjust',
      body: { variant_id: variantId, delta: 1, reason: 'counted' },
    }),
    scope: 'catalog:write',
    names: { variantId: notFound },
    full: ({ variantId }) => ({
      variant_id: variantId,
      delta: 1,
      set: 1000,
      expected: 100,
      reason: 'counted',
    }),
  },
}
