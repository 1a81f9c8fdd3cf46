import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv, Asked } from '../http/app-env.ts'
import { download } from '../http/download.ts'
import { ifMatch, pathId } from '../http/preconditions.ts'
import { readFile } from '../http/read-file.ts'
import { readJson } from '../http/read-json.ts'
import { created, reply } from '../http/reply.ts'
import { flag, jsonBody, query } from '../http/validate.ts'
import { withSession } from '../http/with-session.ts'
import { Format } from '../transfer/export.ts'
import { cancelOrder } from './cancel-order.ts'
import { changeOrders } from './change-orders.ts'
import { completeOrder } from './complete-order.ts'
import { confirmOrder } from './confirm-order.ts'
import { createOrder } from './create-order.ts'
import { deliverOrder } from './deliver-order.ts'
import { exportOrders } from './export-orders.ts'
import { getOrder } from './get-order.ts'
import { holdOrder } from './hold-order.ts'
import { importOrders } from './import-orders.ts'
import { listOrderEvents } from './list-order-events.ts'
import { listOrders } from './list-orders.ts'
import { noteOrder } from './note-order.ts'
import { orderSheet } from './order-sheet.ts'
import { payOrder } from './pay-order.ts'
import { prepareOrder } from './prepare-order.ts'
import { refundOrder } from './refund-order.ts'
import { returnOrder } from './return-order.ts'
import { shipOrder } from './ship-order.ts'
import { updateOrder } from './update-order.ts'

const exported = exportOrders.input.extend({ format: Format })

const imported = z.strictObject({ dry_run: flag(false), reserve_stock: flag(true) })

const orderId = (c: Asked) => pathId(c, 'id', 'order')
const target = (c: Asked) => ({ order_id: orderId(c), expected_version: ifMatch(c) })
// The path and If-Match say which order, and which version of it.
const inPath = { order_id: true, expected_version: true } as const

export const ordersRoutes = new Hono<AppEnv>()
  .use(withSession)
  // Before what takes JSON alone.
  .post('/import', query(imported), async (c) =>
    c.json(await importOrders(c.var.caller, { ...c.req.valid('query'), file: await readFile(c) })),
  )
  .use(readJson)
  .get('/export', query(exported), async (c) => {
    const { format, ...filter } = c.req.valid('query')
    const pages = await exportOrders(c.var.caller, filter)
    return download(c, { name: 'orders', format, sheet: orderSheet, pages })
  })
  .get('/', query(listOrders.input), async (c) => c.json(await listOrders(c.var.caller, c.req.valid('query'))))
  .post('/', jsonBody(createOrder.input), async (c) => created(c, await createOrder(c.var.caller, c.req.valid('json'))))
  .post('/bulk', jsonBody(changeOrders.input), async (c) =>
    c.json(await changeOrders(c.var.caller, c.req.valid('json'))),
  )
  .get('/:id', async (c) => reply(c, await getOrder(c.var.caller, { order_id: c.req.param('id') })))
  .patch('/:id', jsonBody(updateOrder.input.omit(inPath)), async (c) =>
    reply(c, await updateOrder(c.var.caller, { ...c.req.valid('json'), ...target(c) })),
  )
  .get('/:id/events', query(listOrderEvents.input.omit({ order_id: true })), async (c) =>
    c.json(await listOrderEvents(c.var.caller, { ...c.req.valid('query'), order_id: orderId(c) })),
  )
  .post('/:id/confirm', jsonBody(confirmOrder.input.omit(inPath)), async (c) =>
    reply(c, await confirmOrder(c.var.caller, { ...c.req.valid('json'), ...target(c) })),
  )
  .post('/:id/hold', jsonBody(holdOrder.input.omit(inPath)), async (c) =>
    reply(c, await holdOrder(c.var.caller, { ...c.req.valid('json'), ...target(c) })),
  )
  .post('/:id/prepare', jsonBody(prepareOrder.input.omit(inPath)), async (c) =>
    reply(c, await prepareOrder(c.var.caller, { ...c.req.valid('json'), ...target(c) })),
  )
  .post('/:id/ship', jsonBody(shipOrder.input.omit(inPath)), async (c) =>
    reply(c, await shipOrder(c.var.caller, { ...c.req.valid('json'), ...target(c) })),
  )
  .post('/:id/deliver', jsonBody(deliverOrder.input.omit(inPath)), async (c) =>
    reply(c, await deliverOrder(c.var.caller, { ...c.req.valid('json'), ...target(c) })),
  )
  .post('/:id/payments', jsonBody(payOrder.input.omit(inPath)), async (c) =>
    reply(c, await payOrder(c.var.caller, { ...c.req.valid('json'), ...target(c) })),
  )
  .post('/:id/refunds', jsonBody(refundOrder.input.omit(inPath)), async (c) =>
    reply(c, await refundOrder(c.var.caller, { ...c.req.valid('json'), ...target(c) })),
  )
  .post('/:id/return', jsonBody(returnOrder.input.omit(inPath)), async (c) =>
    reply(c, await returnOrder(c.var.caller, { ...c.req.valid('json'), ...target(c) })),
  )
  .post('/:id/cancel', jsonBody(cancelOrder.input.omit(inPath)), async (c) =>
    reply(c, await cancelOrder(c.var.caller, { ...c.req.valid('json'), ...target(c) })),
  )
  .post('/:id/complete', jsonBody(completeOrder.input.omit(inPath)), async (c) =>
    reply(c, await completeOrder(c.var.caller, { ...c.req.valid('json'), ...target(c) })),
  )
  .post('/:id/notes', jsonBody(noteOrder.input.omit(inPath)), async (c) =>
    reply(c, await noteOrder(c.var.caller, { ...c.req.valid('json'), ...target(c) })),
  )
