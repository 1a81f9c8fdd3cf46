import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '../http/app-env.ts'
import { ifMatch, pathId } from '../http/preconditions.ts'
import { download } from '../http/download.ts'
import { readFile } from '../http/read-file.ts'
import { readJson } from '../http/read-json.ts'
import { created, reply } from '../http/reply.ts'
import { flag, jsonBody, query } from '../http/validate.ts'
import { withSession } from '../http/with-session.ts'
import { Format } from '../transfer/export.ts'
import { addNote } from './add-note.ts'
import { anonymizeCustomer } from './anonymize-customer.ts'
import { createCustomer } from './create-customer.ts'
import { exportCustomers } from './export-customers.ts'
import { getCustomer } from './get-customer.ts'
import { importCustomers } from './import-customers.ts'
import { listCustomers } from './list-customers.ts'
import { customerSheet } from './customer-sheet.ts'
import { getTimeline } from './get-timeline.ts'
import { listDuplicates } from './list-duplicates.ts'
import { listCustomerOrders } from './list-orders.ts'
import { mergeCustomers } from './merge-customers.ts'
import { updateCustomer } from './update-customer.ts'

const change = updateCustomer.input.omit({ customer_id: true, expected_version: true })
const note = addNote.input.omit({ customer_id: true })
const ordersOf = listCustomerOrders.input.omit({ customer_id: true })
const timelineOf = getTimeline.input.omit({ customer_id: true })

const named = (c: Parameters<typeof ifMatch>[0]) => ({ customer_id: pathId(c, 'id', 'customer') })
const target = (c: Parameters<typeof ifMatch>[0]) => ({ ...named(c), expected_version: ifMatch(c) })

const exported = exportCustomers.input.extend({ format: Format })

const imported = z.strictObject({ dry_run: flag(false) })

export const customersRoutes = new Hono<AppEnv>()
  .use(withSession)
  // Before what takes JSON alone.
  .post('/import', query(imported), async (c) =>
    c.json(await importCustomers(c.var.caller, { ...c.req.valid('query'), file: await readFile(c) })),
  )
  .use(readJson)
  .get('/export', query(exported), async (c) => {
    const { format, ...filter } = c.req.valid('query')
    const pages = await exportCustomers(c.var.caller, filter)
    return download(c, { name: 'customers', format, sheet: customerSheet, pages })
  })
  .get('/', query(listCustomers.input), async (c) => c.json(await listCustomers(c.var.caller, c.req.valid('query'))))
  .post('/', jsonBody(createCustomer.input), async (c) =>
    created(c, await createCustomer(c.var.caller, c.req.valid('json'))),
  )
  .get('/duplicates', query(listDuplicates.input), async (c) =>
    c.json(await listDuplicates(c.var.caller, c.req.valid('query'))),
  )
  .post('/merge', jsonBody(mergeCustomers.input), async (c) =>
    reply(c, await mergeCustomers(c.var.caller, c.req.valid('json'))),
  )
  .get('/:id', async (c) => reply(c, await getCustomer(c.var.caller, named(c))))
  .patch('/:id', jsonBody(change), async (c) =>
    reply(c, await updateCustomer(c.var.caller, { ...c.req.valid('json'), ...target(c) })),
  )
  .get('/:id/orders', query(ordersOf), async (c) =>
    c.json(await listCustomerOrders(c.var.caller, { ...c.req.valid('query'), ...named(c) })),
  )
  .get('/:id/timeline', query(timelineOf), async (c) =>
    c.json(await getTimeline(c.var.caller, { ...c.req.valid('query'), ...named(c) })),
  )
  .post('/:id/notes', jsonBody(note), async (c) =>
    c.json(await addNote(c.var.caller, { ...c.req.valid('json'), ...named(c) }), 201),
  )
  .post('/:id/anonymize', jsonBody(z.strictObject({})), async (c) =>
    reply(c, await anonymizeCustomer(c.var.caller, target(c))),
  )
