import { Hono } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { ifMatch, pathId } from '../http/preconditions.ts'
import { readJson } from '../http/read-json.ts'
import { created, reply } from '../http/reply.ts'
import { jsonBody, query } from '../http/validate.ts'
import { withSession } from '../http/with-session.ts'
import { createCustomer } from './create-customer.ts'
import { getCustomer } from './get-customer.ts'
import { listCustomers } from './list-customers.ts'
import { updateCustomer } from './update-customer.ts'

const change = updateCustomer.input.omit({ customer_id: true, expected_version: true })
const target = (c: Parameters<typeof ifMatch>[0]) => ({
  customer_id: pathId(c, 'id', 'customer'),
  expected_version: ifMatch(c),
})

export const customersRoutes = new Hono<AppEnv>()
  .use(withSession)
  .use(readJson)
  .get('/', query(listCustomers.input), async (c) => c.json(await listCustomers(c.var.caller, c.req.valid('query'))))
  .post('/', jsonBody(createCustomer.input), async (c) =>
    created(c, await createCustomer(c.var.caller, c.req.valid('json'))),
  )
  .get('/:id', async (c) => reply(c, await getCustomer(c.var.caller, { customer_id: pathId(c, 'id', 'customer') })))
  .patch('/:id', jsonBody(change), async (c) =>
    reply(c, await updateCustomer(c.var.caller, { ...c.req.valid('json'), ...target(c) })),
  )
