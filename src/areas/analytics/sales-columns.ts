import type { SQL } from 'drizzle-orm'

/** The columns of app.sale_parts that PartFigures are made of. */
export const partSums = (sum: (column: string) => SQL<bigint>) => ({
  discountMinor: sum('discount_minor'),
  shippingMinor: sum('shipping_minor'),
  taxMinor: sum('tax_minor'),
  goodsMinor: sum('goods_minor'),
  costedMinor: sum('costed_minor'),
  costMinor: sum('cost_minor'),
})

/** What orders are counted by, wherever they are. */
export const orderSums = (sum: (column: string) => SQL<number>, sumMinor: (column: string) => SQL<bigint>) => ({
  orders: sum('orders'),
  cancelled: sum('cancelled'),
  grossMinor: sumMinor('gross_minor'),
  refundedMinor: sumMinor('refunded_minor'),
  notCollectedMinor: sumMinor('not_collected_minor'),
  units: sum('units'),
  shipped: sum('shipped'),
  returned: sum('returned'),
  refused: sum('refused'),
})

/** What SalesFigures are made of. */
export const salesColumns = (...[sum, sumMinor]: Parameters<typeof orderSums>) => ({
  ...orderSums(sum, sumMinor),
  ...partSums(sumMinor),
})
