import { Hono } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { readJson } from '../http/read-json.ts'
import { created, reply } from '../http/reply.ts'
import { jsonBody, query } from '../http/validate.ts'
import { withSession } from '../http/with-session.ts'
import { createOrder } from './create-order.ts'
import { getOrder } from './get-order.ts'
import { listOrders } from './list-orders.ts'

export const ordersRoutes = new Hono<AppEnv>()
  .use(withSession)
  .use(readJson)
  .get('/', query(listOrders.input), async (c) => c.json(await listOrders(c.var.caller, c.req.valid('query'))))
  .post('/', jsonBody(createOrder.input), async (c) => created(c, await createOrder(c.var.caller, c.req.valid('json'))))
  .get('/:id', async (c) => reply(c, await getOrder(c.var.caller, { order_id: c.req.param('id') })))
