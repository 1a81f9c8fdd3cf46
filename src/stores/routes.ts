import { Hono } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { ifMatch, pathId } from '../http/preconditions.ts'
import { readJson } from '../http/read-json.ts'
import { created, reply } from '../http/reply.ts'
import { jsonBody, query } from '../http/validate.ts'
import { withSession } from '../http/with-session.ts'
import { createStore } from './create-store.ts'
import { getMe } from './get-me.ts'
import { getStoreById } from './get-store-by-id.ts'
import { listStores } from './list-stores.ts'
import { updateStore } from './update-store.ts'

const change = updateStore.input.omit({ store_id: true, expected_version: true })
const target = (c: Parameters<typeof pathId>[0]) => ({ store_id: pathId(c, 'id', 'store') })

export const storesRoutes = new Hono<AppEnv>()
  .use(withSession)
  .use(readJson)
  .get('/', query(listStores.input), async (c) => c.json(await listStores(c.var.caller, c.req.valid('query'))))
  .post('/', jsonBody(createStore.input), async (c) => created(c, await createStore(c.var.caller, c.req.valid('json'))))
  .get('/:id', async (c) => reply(c, await getStoreById(c.var.caller, target(c))))
  .patch('/:id', jsonBody(change), async (c) =>
    reply(c, await updateStore(c.var.caller, { ...c.req.valid('json'), ...target(c), expected_version: ifMatch(c) })),
  )

export const meRoutes = new Hono<AppEnv>().use(withSession).get('/', async (c) => c.json(await getMe(c.var.caller, {})))
