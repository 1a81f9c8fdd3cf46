import { Hono } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { ifMatch, pathId } from '../http/preconditions.ts'
import { readJson } from '../http/read-json.ts'
import { created, reply } from '../http/reply.ts'
import { jsonBody, query } from '../http/validate.ts'
import { withSession } from '../http/with-session.ts'
import { createSegment } from './create-segment.ts'
import { deleteSegment } from './delete-segment.ts'
import { getSegment } from './get-segment.ts'
import { listSegmentCustomers } from './list-customers.ts'
import { listSegments } from './list-segments.ts'
import { updateSegment } from './update-segment.ts'

const change = updateSegment.input.omit({ segment_id: true, expected_version: true })
const customersOf = listSegmentCustomers.input.omit({ segment_id: true })

const named = (c: Parameters<typeof ifMatch>[0]) => ({ segment_id: pathId(c, 'id', 'segment') })
const target = (c: Parameters<typeof ifMatch>[0]) => ({ ...named(c), expected_version: ifMatch(c) })

export const segmentsRoutes = new Hono<AppEnv>()
  .use(withSession)
  .use(readJson)
  .get('/', query(listSegments.input), async (c) => c.json(await listSegments(c.var.caller, c.req.valid('query'))))
  .post('/', jsonBody(createSegment.input), async (c) =>
    created(c, await createSegment(c.var.caller, c.req.valid('json'))),
  )
  .get('/:id', async (c) => reply(c, await getSegment(c.var.caller, named(c))))
  .patch('/:id', jsonBody(change), async (c) =>
    reply(c, await updateSegment(c.var.caller, { ...c.req.valid('json'), ...target(c) })),
  )
  .delete('/:id', async (c) => {
    await deleteSegment(c.var.caller, target(c))
    return c.body(null, 204)
  })
  .get('/:id/customers', query(customersOf), async (c) =>
    c.json(await listSegmentCustomers(c.var.caller, { ...c.req.valid('query'), ...named(c) })),
  )
