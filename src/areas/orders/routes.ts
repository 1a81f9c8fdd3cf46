import * as z from 'zod'
import { exportFile, importFile } from '../../platform/http/routes/files.ts'
import { routes } from '../../platform/http/routes/routes.ts'
import { isSettled } from '../../platform/operation/settled.ts'
import { changeOrders } from './actions/change-orders.ts'
import { countOrders } from './count-orders.ts'
import { createOrder, PublishedOrder } from './create-order.ts'
import { exportOrders } from './transfer/export-orders.ts'
import { importOrders } from './transfer/import-orders.ts'
import { includedNames } from './included.ts'
import { listOrderActions } from './actions/list-order-actions.ts'
import { listOrderEvents } from './list-order-events.ts'
import { listOrderPayments } from './list-order-payments.ts'
import { listOrders } from './list-orders.ts'
import {
  actionWithIncluded,
  getOrderWithIncluded,
  goodsActionWithIncluded,
  isGoodsAction,
  undoAction,
  updateOrderWithIncluded,
  voidPayment,
} from './operations-with-included.ts'
import { actionNames } from './actions/order-actions.ts'
import { orderSheet } from './transfer/order-sheet.ts'
import { quoteOrder } from './quote-order.ts'
import { updateShipment } from './update-shipment.ts'

const included = includedNames

const importOptions = z.strictObject({ dry_run: z.boolean().default(false), reserve_stock: z.boolean().default(true) })

export const ordersRoutes = routes('/api/orders', [
  { post: '/import', handler: importFile(importOrders, importOptions) },
  { get: '/export', handler: exportFile(exportOrders, 'orders', orderSheet) },
  { get: '/', operation: listOrders },
  { get: '/counts', operation: countOrders },
  { post: '/', operation: createOrder, input: PublishedOrder },
  { post: '/quote', operation: quoteOrder, isRead: true },
  { post: '/bulk', operation: changeOrders },
  {
    get: '/:order_id',
    operation: getOrderWithIncluded,
    included,
    // Releasing a reservation does not create a new version.
    versionTells: ({ reservation }: z.output<typeof getOrderWithIncluded.output>) => reservation !== 'released',
  },
  { patch: '/:order_id', operation: updateOrderWithIncluded, included },
  { get: '/:order_id/actions', operation: listOrderActions, versionTells: isSettled },
  { get: '/:order_id/events', operation: listOrderEvents },
  { get: '/:order_id/payments', operation: listOrderPayments },
  { post: '/:order_id/payments/:payment_id/void', operation: voidPayment, included },
  { post: '/:order_id/undo', operation: undoAction, included },
  ...actionNames.map(
    (name) =>
      ({
        post: `/:order_id/${name}`,
        operation: isGoodsAction(name) ? goodsActionWithIncluded(name) : actionWithIncluded(name),
        included,
      }) as const,
  ),
])

export const shipmentsRoutes = routes('/api/shipments', [{ patch: '/:shipment_id', operation: updateShipment }])
