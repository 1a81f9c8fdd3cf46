import * as z from 'zod'
import { newId, uuidOf } from '../../../platform/values/ids.ts'
import { operation } from '../../../platform/operation/operation.ts'
import { phoneOf } from '../../../platform/values/phone.ts'
import { ImportReport } from '../../../platform/transfer/import-report.ts'
import { ImportInput, importRows } from '../../../platform/transfer/import-rows.ts'
import { actionRule } from '../actions/act-on-order.ts'
import { orderImportRefusals } from './import-refusals.ts'
import { addressInColumns } from './address-columns.ts'
import { fromAddress, isTextReplaced, missingIn } from '../../checkout/address.ts'
import { toDestination, toImportedPrice } from './imported-price.ts'
import { replayedActions, timesOf } from './replayed-actions.ts'
import { actionNames } from '../actions/order-actions.ts'
import { checkContradictions } from './order-contradictions.ts'
import { OrderRecord } from './order-record.ts'
import { orderSheet } from './order-sheet.ts'
import { orderTextNames } from '../order-texts.ts'
import { limits } from '../../../platform/values/limits.ts'

const CheckedRecord = OrderRecord.refine(({ external_id, id }) => (external_id ?? id) !== undefined, {
  path: ['external_id'],
  message: 'is required. It is the id of the order in the other system, and prevents importing it twice.',
  params: { code: 'required' },
})
  .refine(({ items }) => items.every((item) => item.product_id ?? item.variant_id ?? item.variant_sku), {
    path: ['items'],
    message: 'Every item must have a SKU or a product_id.',
    params: { code: 'required' },
  })
  .superRefine(checkContradictions)

/** Creates the orders that are not in the store yet. Existing orders stay unchanged. */
export const importOrders = operation(
  {
    name: 'import_orders',
    scope: 'orders:write',
    input: ImportInput.extend({
      reserve_stock: z
        .boolean()
        .describe('False if the items of these orders have already been deducted from the stock on hand'),
    }),
    output: ImportReport,
  },
  (context, { dry_run, file, reserve_stock }) =>
    importRows(context, {
      kind: 'orders',
      dry_run,
      file,
      sheet: orderSheet,
      schema: CheckedRecord,
      maxRecords: limits.import.orders,
      batchSize: 10,
      keyOf: ({ external_id, id }) => external_id ?? id,
      toRow: (row) => toRow(row, reserve_stock),
      options: { rules },
      refusals: orderImportRefusals,
    }),
)

/** The rules for app.take_action, sent once for all rows. In another system, it did not matter what was due. */
const rules = Object.fromEntries(
  actionNames.map((action) => {
    const { when, ...rule } = actionRule(action)
    const past = when.map(({ if: { due: _due, ...conditions }, roles }) => ({ if: conditions, roles }))
    return [action, { ...rule, when: past }]
  }),
)

/** The amounts that app.place_order does not check, by their pointers. */
const amountsOf = ({ items, ...record }: OrderRecord) => ({
  '/paid_amount': record.paid_amount,
  '/refunded_amount': record.refunded_amount,
  '/due_again_amount': record.due_again_amount,
  '/cod_fee': record.delivery?.cod_fee ?? record.cod_fee,
  '/delivery_tax': record.delivery?.tax_amount ?? record.tax?.delivery_amount ?? record.delivery_tax,
  ...Object.fromEntries(
    items.flatMap(({ discount_amount, tax_amount }, index) => [
      [`/items/${index}/discount_amount`, discount_amount],
      [`/items/${index}/tax_amount`, tax_amount],
    ]),
  ),
})

async function toRow(record: OrderRecord, reserveStock: boolean) {
  const address = record.address ?? addressInColumns(record)
  const { destination, ...price } = toImportedPrice(record)
  const given = {
    address,
    shipping_address: record.shipping_address,
    // An order keeps the destination of the file, even if its address is elsewhere.
    destination: address?.country ? null : destination,
  }
  const followed = await fromAddress(given)
  const missing = await missingIn(address, destination)
  const shipping_address = followed.shipping_address ?? record.shipping_address
  const { external_id, id, currency, customer_id, customer_email, items } = record
  const key = external_id ?? id
  const phone = { customer_phone: record.customer_phone, customer_phone_e164: await phoneOf(record.customer_phone) }
  const actions = replayedActions(record)
  const isShippedOrCancelled = actions.some(({ action }) => action === 'ship' || action === 'cancel')
  return {
    key,
    own_id: uuidOf(id),
    currency,
    life: actions,
    amounts: amountsOf(record),
    left: isShippedOrCancelled,
    warnings: [
      ...(missing.length > 0 ? ['address_incomplete'] : []),
      ...((await isTextReplaced(given)) ? ['address_text_replaced'] : []),
    ],
    times: timesOf(record),
    says: {
      status: record.status,
      payment_status: record.payment_status,
      fulfillment_status: record.fulfillment_status,
      cancel_reason: record.cancel_reason,
    },
    customer: {
      id: newId(),
      own_id: uuidOf(customer_id),
      ref: customer_id,
      name: record.customer_name,
      phone: phone.customer_phone,
      phone_e164: phone.customer_phone_e164,
      email: customer_email,
      address: shipping_address,
    },
    order: {
      ...phone,
      id: newId(),
      external_id: key,
      customer_name: record.customer_name,
      platform: record.platform ?? 'import',
      source: 'import',
      shipping_amount: record.shipping_amount,
      tax_amount: record.tax_amount,
      discount_amount: record.discount_amount,
      adjustment_amount: record.adjustment_amount,
      total_amount: record.total_amount,
      ...price,
      destination: destination ?? toDestination(followed.destination),
      ...Object.fromEntries(orderTextNames.map((name) => [name, record[name]])),
      shipping_address,
      address,
      tags: record.tags ?? [],
      moves_stock: reserveStock,
      released: reserveStock && !isShippedOrCancelled && record.reservation === 'released',
      archived: true,
      items: items.map(
        ({ shipped_quantity: _shipped, returned_quantity: _returned, refused_quantity: _refused, ...item }, index) => ({
          ...item,
          position: index + 1,
          product_id: uuidOf(item.product_id),
          product_ref: item.product_id,
        }),
      ),
    },
  }
}
