import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '../http/app-env.ts'
import { download } from '../http/download.ts'
import { readFile } from '../http/read-file.ts'
import { readJson } from '../http/read-json.ts'
import { created, reply } from '../http/reply.ts'
import { flag, jsonBody, query } from '../http/validate.ts'
import { withSession } from '../http/with-session.ts'
import { Format } from '../transfer/export.ts'
import { createOrder } from './create-order.ts'
import { exportOrders } from './export-orders.ts'
import { getOrder } from './get-order.ts'
import { importOrders } from './import-orders.ts'
import { listOrders } from './list-orders.ts'
import { orderSheet } from './order-sheet.ts'

const exported = exportOrders.input.extend({ format: Format })

const imported = z.strictObject({ dry_run: flag(false), reserve_stock: flag(true) })

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
  .get('/:id', async (c) => reply(c, await getOrder(c.var.caller, { order_id: c.req.param('id') })))
