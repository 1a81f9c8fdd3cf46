import { Hono } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { readJson } from '../http/read-json.ts'
import { created } from '../http/reply.ts'
import { jsonBody, query } from '../http/validate.ts'
import { withSession } from '../http/with-session.ts'
import { createStore } from './create-store.ts'
import { getMe } from './get-me.ts'
import { listStores } from './list-stores.ts'

export const storesRoutes = new Hono<AppEnv>()
  .use(withSession)
  .use(readJson)
  .get('/', query(listStores.input), async (c) => c.json(await listStores(c.var.caller, c.req.valid('query'))))
  .post('/', jsonBody(createStore.input), async (c) => created(c, await createStore(c.var.caller, c.req.valid('json'))))

export const meRoutes = new Hono<AppEnv>().use(withSession).get('/', async (c) => c.json(await getMe(c.var.caller, {})))
