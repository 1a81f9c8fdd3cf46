import type * as z from 'zod'
import { code, codes, json, list, number, pairs, text } from '../transfer/cell-types.ts'
import { column, exportOnly, importOnly, type Sheet } from '../transfer/sheet.ts'
import type { Order } from './order.ts'
import { orderTextColumns } from './order-texts.ts'

type OrderOutput = z.output<typeof Order>
type Item = OrderOutput['items'][number]

/** One row per item. Each row repeats the order's own columns. */
export const orderSheet: Sheet<OrderOutput, Item> = {
  columns: [
    column('external_id', code, (order) => order.external_id),
    column('id', code, (order) => order.id),
    exportOnly('store_id', text, (order) => order.store_id),
    exportOnly('number', number, (order) => order.number),
    column('created_at', text, (order) => order.created_at),
    column('status', text, (order) => order.status),
    column('payment_status', text, (order) => order.payment_status),
    column('fulfillment_status', text, (order) => order.fulfillment_status),
    column('hold_reason', text, (order) => order.hold_reason),
    column('reservation', text, (order) => order.reservation),
    column('platform', text, (order) => order.platform),
    exportOnly('source', text, (order) => order.source),
    column('currency', text, (order) => order.currency),
    exportOnly('subtotal_amount', number, (order) => order.subtotal_amount),
    column('shipping_amount', number, (order) => order.shipping_amount),
    column('tax_amount', number, (order) => order.tax_amount),
    column('discount_amount', number, (order) => order.discount_amount),
    column('adjustment_amount', number, (order) => order.adjustment_amount),
    column('total_amount', number, (order) => order.total_amount),
    column('paid_amount', number, (order) => order.paid_amount),
    column('refunded_amount', number, (order) => order.refunded_amount),
    column('customer_id', code, (order) => order.customer_id),
    column('customer_name', text, (order) => order.customer_name),
    column('customer_phone', code, (order) => order.customer_phone),
    importOnly('customer_email', text),
    ...orderTextColumns,
    column('tags', list, (order) => order.tags),
    column('delivered_at', text, (order) => order.delivered_at),
    column('tracking_numbers', codes, ({ shipments }) =>
      shipments.flatMap((shipment) => shipment.tracking_number ?? []),
    ),
    exportOnly('updated_at', text, (order) => order.updated_at),
  ],
  ignoredFields: [
    'store_id',
    'number',
    'name',
    'contact_attempts',
    'reserved_until',
    'source',
    'subtotal_amount',
    'allowed_actions',
    'version',
    'updated_at',
  ],
  parts: {
    field: 'items',
    of: (order) => order.items,
    columns: [
      column('position', number, (item) => item.position),
      column('product_id', code, (item) => item.product_id),
      exportOnly('product_name', text, (item) => item.product_name),
      column('variant_id', code, (item) => item.variant_id),
      column('sku', code, (item) => item.variant_sku, 'variant_sku'),
      column('variant_name', text, (item) => item.variant_name),
      column('variant_options', pairs, (item) => item.variant_options),
      column('variant_attributes', json, (item) => item.variant_attributes),
      column('quantity', number, (item) => item.quantity),
      column('shipped_quantity', number, (item) => item.shipped_quantity),
      column('returned_quantity', number, (item) => item.returned_quantity),
      column('unit_price', number, (item) => item.unit_price),
      exportOnly('list_price', number, (item) => item.list_price),
      exportOnly('line_total', number, (item) => item.line_total),
    ],
    ignoredFields: ['product_name', 'list_price', 'line_total'],
  },
  identity: ['external_id', 'id'],
}
