import type { Goods } from '../isolation/route-table.ts'

type Body = (goods: Goods) => unknown

const variant: Body = () => ({
  title: 'Red, large',
  sku: 'SCARF-1',
  barcode: '4006381333931',
  options: { colour: 'red', size: 'L' },
  price: 9.5,
  tracked: true,
  allow_backorder: false,
})

const product: Body = () => ({
  title: 'Scarf',
  slug: 'scarf-1',
  description: 'Warm',
  status: 'active',
  tags: ['winter', 'wool'],
  images: [{ url: 'https://cdn.example/scarf.png', alt: 'A scarf' }],
  options: [{ name: 'colour', values: ['red', 'blue'] }],
  price: 10,
  compare_at_price: 12.5,
})

const customer: Body = () => ({
  name: 'Amal',
  phone: '+965 5000 0001',
  email: 'amal@example.com',
  address: 'Block 1, Salmiya',
  notes: 'Calls first',
  tags: ['vip'],
})

/** For every route that takes a body, one with every field there is. A write without a row here fails the suite. */
export const fullBodies: Readonly<Record<string, Body>> = {
  'POST /api/stores': () => ({
    name: 'Second shop',
    slug: 'second-shop',
    currency: 'KWD',
    timezone: 'Asia/Kuwait',
    locale: 'ar-KW',
  }),
  'POST /api/products': (goods) => ({
    ...Object(product(goods)),
    variants: [{ ...Object(variant(goods)), on_hand: 5 }],
  }),
  'PATCH /api/products/:id': product,
  'POST /api/products/:id/variants': (goods) => ({ ...Object(variant(goods)), on_hand: 5 }),
  'PATCH /api/products/:id/variants/:variant_id': (goods) => ({ ...Object(variant(goods)), position: 2 }),
  'POST /api/inventory/adjust': ({ variantId }) => ({
    variant_id: variantId,
    delta: 1,
    set: 1000,
    expected: 100,
    reason: 'counted',
  }),
  'POST /api/customers': customer,
  'PATCH /api/customers/:id': customer,
  'POST /api/orders': ({ customerId, productId, variantId }) => ({
    customer_id: customerId,
    total_amount: 11,
    shipping_amount: 1,
    tax_amount: 1,
    discount_amount: 1,
    items: [
      {
        product_id: productId,
        quantity: 1,
        unit_price: 10,
        variant_id: variantId,
        variant_sku: 'SCARF-1',
        variant_name: 'Red',
        variant_options: { colour: 'red' },
        variant_attributes: { engraving: 'A' },
        variant_note: 'gift',
      },
    ],
    platform: 'whatsapp',
    shipping_address: 'Block 1, Salmiya',
    payment_method: 'cod',
    notes: 'Ring twice',
    customer_phone: '+965 5000 0001',
    tags: ['vip'],
  }),
  'POST /api/mcp/tokens': ({ storeId }) => ({
    name: 'Assistant',
    scopes: ['orders:read', 'catalog:write'],
    expires_in_days: 30,
    store_id: storeId,
  }),
}
