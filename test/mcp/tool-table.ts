import type { TokenScope } from '../../src/auth/scopes.ts'
import type { Shop } from '../support/shop.ts'

export type Goods = { customerId: string; productId: string; variantId: string; orderId: string }

export async function stock(shop: Shop): Promise<Goods> {
  const customer = await shop.addCustomer({ phone: '+96550000001', tags: ['vip'] })
  const product = await shop.addProduct({ title: 'Wool scarf', tags: ['winter'], description: 'Warm' })
  const order = await shop.addOrder({
    customer_id: customer.id,
    items: [{ product_id: product.id, quantity: 1, unit_price: 10, variant_colour: 'red' }],
  })
  const variantId = product.variants[0]?.id ?? ''
  return { customerId: customer.id, productId: product.id, variantId, orderId: order.id }
}

type Row = {
  readonly scopes: readonly TokenScope[] | 'any'
  readonly sample: (goods: Goods) => Record<string, unknown>
  /** Which argument names something of the store. */
  readonly names: readonly (keyof Goods)[]
}

const read = (area: 'catalog' | 'orders'): TokenScope[] => [`${area}:read`, `${area}:write`]

/** The tools as mcp-oauth.md has them: which token may call which, and a good call of each. */
export const toolTable: Readonly<Record<string, Row>> = {
  get_store: { scopes: 'any', sample: () => ({}), names: [] },
  list_products: { scopes: read('catalog'), sample: () => ({ search: 'scarf' }), names: [] },
  get_product: {
    scopes: read('catalog'),
    sample: ({ productId }) => ({ product_id: productId }),
    names: ['productId'],
  },
  create_product: {
    scopes: ['catalog:write'],
    sample: () => ({ title: 'Cap', price: 5, variants: [{ options: { size: 'M' }, on_hand: 3 }] }),
    names: [],
  },
  update_product: {
    scopes: ['catalog:write'],
    sample: ({ productId }) => ({ product_id: productId, price: 12, compare_at_price: null }),
    names: ['productId'],
  },
  adjust_inventory: {
    scopes: ['catalog:write'],
    sample: ({ variantId }) => ({ variant_id: variantId, delta: 2, reason: 'received' }),
    names: ['variantId'],
  },
  list_orders: { scopes: read('orders'), sample: () => ({ status: 'pending', limit: 5 }), names: [] },
  get_order: { scopes: read('orders'), sample: ({ orderId }) => ({ order_id: orderId }), names: ['orderId'] },
  create_order: {
    scopes: ['orders:write'],
    sample: ({ customerId, productId }) => ({
      customer_id: customerId,
      total_amount: 11,
      items: [{ product_id: productId, quantity: 1, unit_price: 10 }],
    }),
    names: ['customerId', 'productId'],
  },
  list_customers: { scopes: ['crm:read'], sample: () => ({ search: '50000001' }), names: [] },
  get_customer: {
    scopes: ['crm:read'],
    sample: ({ customerId }) => ({ customer_id: customerId }),
    names: ['customerId'],
  },
  get_sales_summary: { scopes: ['analytics:read'], sample: () => ({ interval: 'day' }), names: [] },
  get_top_products: { scopes: ['analytics:read'], sample: () => ({ by: 'units', limit: 5 }), names: [] },
}

export const toolNames = Object.keys(toolTable)

export const isWrite = (name: string) => /^(create|update|adjust)_/.test(name)
