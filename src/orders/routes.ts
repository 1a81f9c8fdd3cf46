import { Hono } from 'hono'
import type { AppEnv, Asked } from '../http/app-env.ts'
import { ifMatch, pathId } from '../http/preconditions.ts'
import { readJson } from '../http/read-json.ts'
import { created, reply } from '../http/reply.ts'
import { jsonBody, query } from '../http/validate.ts'
import { withSession } from '../http/with-session.ts'
import { changeOrders } from './change-orders.ts'
import { cancelOrder } from './cancel-order.ts'
import { completeOrder } from './complete-order.ts'
import { confirmOrder } from './confirm-order.ts'
import { createOrder } from './create-order.ts'
import { deliverOrder } from './deliver-order.ts'
import { getOrder } from './get-order.ts'
import { holdOrder } from './hold-order.ts'
import { listOrderEvents } from './list-order-events.ts'
import { listOrders } from './list-orders.ts'
import { noteOrder } from './note-order.ts'
import { payOrder } from './pay-order.ts'
import { prepareOrder } from './prepare-order.ts'
import { refundOrder } from './refund-order.ts'
import { returnOrder } from './return-order.ts'
import { shipOrder } from './ship-order.ts'
import { updateOrder } from './update-order.ts'

const orderId = (c: Asked) => pathId(c, 'id', 'order')
const target = (c: Asked) => ({ order_id: orderId(c), expected_version: ifMatch(c) })
// The path and If-Match say which order, and which version of it.
const inPath = { order_id: true, expected_version: true } as const

export const ordersRoutes = new Hono<AppEnv>()
  .use(withSession)
  .use(readJson)
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
